import { useEffect, useState } from 'react'
import {
  BankAccount,
  type IdentityDocument,
  methodsFor,
  type Verification,
  type VerificationType,
} from '#contract/identity/identity.ts'
import { Problem } from '#contract/kit/problem.ts'
import { isDone, type Task, type TaskId } from '#contract/tasks.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { isAnswer } from '#web/platform/ask.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { bankDraft } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { outcomeWords } from './copy.ts'
import { useCatchUp, useCompleteVerification } from './hooks.ts'

/** `missing`: no identity document was sent yet. `elsewhere`: another window has already submitted it. */
export type Step = 'choose' | 'prepare' | 'submit' | 'done' | 'missing' | 'elsewhere'
export type VerificationForm = ReturnType<typeof useVerification>

const noAccount = { accountName: '', accountNumber: '', sortCode: '', bankName: '' }

/** The steps of a verification, from the choice of a method to the outcome. Input is kept through all steps. */
export function useVerification(task: Task) {
  const isSent = useIsDocumentSent()
  const choice = useMethodChoice(task)
  const { method, bank } = choice
  const [step, setStep] = useState<Step>('choose')
  const [refusal, setRefusal] = useState<string>()
  const [hasBegun, setHasBegun] = useState(false)
  const [outcome, setOutcome] = useState<Verification['outcome']>('review')
  const submission = useSubmission(task)

  const begin = () => {
    setRefusal(undefined)
    setHasBegun(true)
    setStep('prepare')
  }
  const refused = (problem: Problem) => {
    toast({ title: 'Verification failed', description: problem.message, variant: 'destructive' })
    setRefusal(problem.message)
    // If the input is not at fault, it can be submitted again from here.
    if (problem.code !== 'unprocessable' && problem.code !== 'invalid') return
    setStep('choose')
    for (const [name, message] of Object.entries(problem.fields)) {
      const field = name.replace('bank.', '')
      if (field in noAccount) bank.setError(field as keyof typeof noAccount, { message })
    }
  }
  const check = bank.whenValid(begin)
  const finish = (found: Verification['outcome']) => {
    setOutcome(found)
    setStep('done')
    toast({ title: 'Verification completed', description: outcomeWords[found].title })
  }
  const submit = async () => {
    setRefusal(undefined)
    const sent = await submission.send({ taskId: task.id, verificationType: method, ...choice.chosen() })
    if (sent === null) return
    if (!(sent instanceof Problem)) return finish(sent)
    if (sent.reason === 'document_missing') return setStep('missing')
    if (sent.reason === 'already_submitted') return setStep('elsewhere')
    refused(sent)
  }
  return {
    ...choice,
    step: submission.arrived ? ('done' as const) : step,
    hasBegun,
    refusal,
    outcome: submission.arrived?.outcome ?? outcome,
    lost: submission.lost,
    start: () => void (method === 'bank' ? check() : isSent ? begin() : setStep('missing')),
    ready: () => setStep('submit'),
    back: () => setStep('choose'),
    submit,
    isSubmitting: submission.isPending,
  }
}

/** Submits a verification. If no answer comes, the task says whether it arrived. */
const useSubmission = (task: Task) => {
  const [isPending, setPending] = useState(false)
  const [isLost, setLost] = useState(false)
  const { data, error } = useTaskList({ enabled: true })
  const completion = useCompleteVerification()
  const catchUp = useCatchUp()
  const current = data?.find(({ id }) => id === task.id)

  /** Returns the outcome, why it was refused, or null while nobody knows whether it arrived. */
  const send = async (input: Parameters<typeof completion.mutateAsync>[0]) => {
    setPending(true)
    setLost(false)
    try {
      return (await completion.mutateAsync(input)).outcome
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      if (isAnswer(problem) && problem.reason !== 'already_submitted') return problem
      const found = await catchUp(task.id)
      if (isAnswer(problem)) return problem
      if (found && isDone(found)) return found.outcome ?? 'review'
      setLost(true)
      return null
    } finally {
      setPending(false)
    }
  }
  return {
    send,
    isPending,
    /** The task, if it was found after all that a submission without an answer has arrived. */
    arrived: isLost && current && isDone(current) ? current : null,
    /** `absent`: the portal has not got it so far. `unknown`: the portal cannot be asked. Null if an answer came. */
    lost: isLost ? (error ? ('unknown' as const) : ('absent' as const)) : null,
  }
}

/** The method, and what it needs: which document, or the details of a bank account. */
const useMethodChoice = (task: Task) => {
  const methods = methodsFor(task)
  const { bank, wasKept } = useBankForm(task.id)
  const [method, setMethod] = useState<VerificationType>(wasKept ? 'bank' : (methods[0] ?? 'id'))
  const [document, chooseDocument] = useState<IdentityDocument | ''>('')
  const typed = bank.watch()
  return {
    methods,
    method,
    setMethod,
    document,
    chooseDocument,
    bank,
    canStart: method === 'id' ? document !== '' : Object.values(typed).every((value) => value.trim() !== ''),
    chosen: () => (method === 'id' ? { document: document || undefined } : { bank: bank.getValues() }),
  }
}

/** The details of a bank account. A reload of this tab keeps what was typed. */
const useBankForm = (taskId: TaskId) => {
  const [kept] = useState(() => {
    const draft = bankDraft.read()
    return draft?.taskId === taskId ? draft : null
  })
  const { accountName, accountNumber, sortCode, bankName } = kept ?? noAccount
  const bank = useRulesForm(BankAccount, { start: { accountName, accountNumber, sortCode, bankName } })
  const { watch } = bank
  useEffect(() => {
    const watching = watch((values) => {
      const typed = { ...noAccount, ...values }
      if (Object.values(typed).some((text) => text !== '')) bankDraft.write({ taskId, ...typed })
      else bankDraft.clear()
    })
    return () => watching.unsubscribe()
  }, [watch, taskId])
  return { bank, wasKept: kept !== null }
}

/** Forgets what was typed once the portal has it. */
export const useForgetTyped = ({ when }: { when: boolean }) =>
  useEffect(() => {
    if (when) bankDraft.clear()
  }, [when])

/** If a proof of identity is still to do or was sent back, there is no document. */
const useIsDocumentSent = () => {
  const { data } = useTaskList({ enabled: true })
  return (data ?? []).every((task) => task.kind !== 'proof_of_identity' || isDone(task))
}
