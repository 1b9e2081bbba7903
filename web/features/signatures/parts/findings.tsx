import type { CheckedSignature } from '#contract/signatures.ts'
import { Callout } from '#web/ui/callout.tsx'

/** What the check came to, and what a PDF reader says beside it. */
export const Findings = ({ checked }: { checked: CheckedSignature[] }) => {
  const findings = [...new Set(checked.flatMap((one) => one.findings))]
  if (findings.length > 0)
    return (
      <Callout tone="stop" title="Something is not as it was signed" announce="alert">
        <ul className="grid list-disc gap-1 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <Callout tone="ok" title="Nothing has changed since it was signed">
      The signature, the document, the seal and the record of what happened were checked just now. A PDF
      reader confirms the seal too. It adds that it does not know who issued the certificate: the portal made
      it itself, and did not buy it from an authority that readers know.
    </Callout>
  )
}
