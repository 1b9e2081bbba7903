import { useRef, useState } from 'react'
import { Problem } from '#contract/problem.ts'
import { signatures, type Verdict } from '#contract/signatures.ts'
import { ask } from '#web/platform/ask.ts'
import { digestOf } from './digest.ts'

const unreadable = "This file couldn't be read to the end. Please choose it again."

/** Takes a file's fingerprint here, and asks the portal about that alone. */
export function useVerifying() {
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
