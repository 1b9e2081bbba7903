import type { CheckedSignature } from '#contract/signatures.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** What the check came to, and what a PDF reader says beside it. */
export const Findings = ({ checked }: { checked: CheckedSignature[] }) => {
  const findings = [...new Set(checked.flatMap((one) => one.findings))]
  if (findings.length > 0)
    return (
      <Callout tone="stop" title="Something has changed since it was signed" announce="alert">
        <ul className="grid list-disc gap-1 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <Callout tone="ok" title="Nothing has changed since it was signed">
      We’ve just checked the signature, the document, the seal and the record of events. A PDF reader can
      confirm the seal too. It may also warn that the certificate’s issuer is unknown, because the portal
      created it.
    </Callout>
  )
}
