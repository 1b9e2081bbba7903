import { useState } from 'react'
import type { documents } from '#contract/documents/documents.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useUploadDocument } from '../hooks.ts'
import { faultOfIdentityFile, plainName, uploadRefused } from '../identity-words.ts'
import { noFile } from '../words.ts'
import { useClimb } from './use-climb.ts'

/** Idle, a file chosen, uploading, validated: one identity document after another. */
export function useIdentityUpload(taskId: TaskId | undefined) {
  const { mutateAsync, isPending, stop } = useUploadDocument()
  const [type, setType] = useState<DocumentType>('passport')
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Output<typeof documents.upload> | null>(null)
  const [fault, setFault] = useState<string>()
  const climbed = useClimb(isPending)

  const reset = () => {
    setFile(null)
    setResult(null)
    setFault(undefined)
  }
  const choose = (chosen: File) => {
    const wrong = faultOfIdentityFile(chosen)
    setFault(wrong?.description)
    if (wrong) toast(wrong)
    else setFile(new File([chosen], plainName(chosen.name), { type: chosen.type }))
  }
  const send = async () => {
    if (file === null) {
      toast(noFile)
      return setFault(noFile.description)
    }
    setFault(undefined)
    try {
      setResult(await mutateAsync({ file, input: { documentType: type, taskId } }))
    } catch (error) {
      // Stopped by the sender: nothing to say.
      if (!(error instanceof Problem)) return
      const words = uploadRefused(error)
      setFault(words.description)
      if (error.reason === 'same_picture') setFile(null)
      else toast(words)
    }
  }
  const isLocked = isPending || result !== null
  const percent = result === null ? climbed : 100
  return { type, setType, file, result, fault, percent, isPending, isLocked, choose, send, stop, reset }
}

export type IdentityUpload = ReturnType<typeof useIdentityUpload>
