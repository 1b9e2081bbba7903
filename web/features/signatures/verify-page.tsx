import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import { levelWords } from '#contract/signatures/evidence.ts'
import { signatures, type Verdict } from '#contract/signatures/signatures.ts'
import { ask } from '#web/platform/ask.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, type CalloutProps } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Checks whether a file is the one that was signed here. Open to anyone, without signing in. */
export const VerifyPage = () => {
  const { file, share, verdict, fault, verify, reset } = useFileCheck()
  const isBusy = file !== null && verdict === null && fault === null
  return (
    <div className="mx-auto max-w-180">
      <Page
        title="Verify a signed document"
        lead="Find out whether a file is the document that was signed here, unchanged."
        narrow
      >
        {file === null && (
          <FileDrop
            label="The signed document"
            hint="The PDF you received or downloaded"
            accept=".pdf"
            onFile={(chosen) => void verify(chosen)}
          />
        )}
        {isBusy && (
          <Card>
            <p className="mb-3 font-semibold [overflow-wrap:anywhere]">{file.name}</p>
            <Progress value={Math.round(share * 100)} label="Checking the file" />
          </Card>
        )}
        {fault !== null && (
          <Callout tone="warn" title="The file couldn't be checked" announce="alert">
            {fault}
          </Callout>
        )}
        {file !== null && verdict !== null && <VerdictCard name={file.name} verdict={verdict} />}
        {file !== null && !isBusy && (
          <div>
            <Button onClick={reset}>Verify another file</Button>
          </div>
        )}
        <HowItWorks />
      </Page>
    </div>
  )
}

const HowItWorks = () => (
  <Card>
    <CardTitle>
      <span className="flex items-center gap-2">
        <ShieldCheck className="text-brand" /> How this works
      </span>
    </CardTitle>
    <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
      <li>Your file stays on this device. Only its fingerprint (SHA-256) is sent, and nothing is stored.</li>
      <li>Changing a single letter, or saving or printing the file again, changes its fingerprint.</li>
      <li>The last pages of the signed document show who signed it, when and how.</li>
      <li>
        A PDF reader also shows whether the seal is intact. It may warn that it doesn’t know who issued the
        certificate.
      </li>
    </ul>
  </Card>
)

interface VerdictCardProps {
  name: string
  verdict: Verdict
}

/** The result of the check. Takes the focus, so that keyboards and screen readers reach it by themselves. */
const VerdictCard = ({ name, verdict }: VerdictCardProps) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { tone, title, words } = answers[verdict.outcome]
  return (
    <div ref={place} tabIndex={-1} className="grid gap-2">
      <Callout tone={tone} title={title} announce="status">
        {verdict.signedAt && (
          <p className="font-semibold">Signed on {dateTimeText(verdict.signedAt)} (London time).</p>
        )}
        <p>{words}</p>
        {verdict.level && (
          <p className="mt-2">
            <span className="font-semibold whitespace-nowrap">PAdES {verdict.level}.</span>{' '}
            {levelWords[verdict.level]}
          </p>
        )}
      </Callout>
      <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
    </div>
  )
}

const answers: Record<
  Verdict['outcome'],
  { tone: NonNullable<CalloutProps['tone']>; title: string; words: string }
> = {
  signed: {
    tone: 'ok',
    title: 'This is the signed document, unchanged',
    words: 'Not one byte has changed since it was signed and sealed here. Its last pages show who signed it.',
  },
  unsigned: {
    tone: 'info',
    title: 'This is the document before it was signed',
    words:
      'This is the file the firm sent for signature, unchanged. It carries no signature: the signed copy is a separate file.',
  },
  unknown: {
    tone: 'warn',
    title: "We don't recognise this file",
    words:
      'It was never signed here, or it has been changed since: edited, or saved, printed or scanned again. Ask the person who gave it to you for the original file.',
  },
  doubtful: {
    tone: 'stop',
    title: 'Please ask the firm about this document',
    words:
      'This is the file that was signed here, but our own record of how it was signed is not consistent.',
  },
}

const unreadable = "This file couldn't be read to the end. Please choose it again."

/** Computes a file's SHA-256 in the browser and sends only that to the portal. */
function useFileCheck() {
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef<File>(null)

  const verify = async (chosen: File) => {
    latest.current = chosen
    setFile(chosen)
    setShare(0)
    try {
      const sha256 = await digestOf(chosen, setShare)
      const found = await ask(signatures.verify, { sha256 })
      if (latest.current === chosen) setVerdict(found)
    } catch (error) {
      if (latest.current === chosen) setFault(error instanceof Problem ? error.message : unreadable)
    }
  }
  const reset = () => {
    latest.current = null
    setFile(null)
    setVerdict(null)
    setFault(null)
  }
  return { file, share, verdict, fault, verify, reset }
}

const partSize = 4 * 1024 * 1024

/**
 * Returns the SHA-256 of a file in hex. Reads it part by part, so that its size doesn't matter. Works without TLS too,
 * where browsers don't offer their own digests. `onShare` gets the progress from 0 to 1.
 */
export async function digestOf(file: Blob, onShare: (share: number) => void): Promise<string> {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += partSize) {
    const part = await file.slice(from, from + partSize).arrayBuffer()
    hash.update(new Uint8Array(part))
    onShare((from + part.byteLength) / file.size)
  }
  return bytesToHex(hash.digest())
}
