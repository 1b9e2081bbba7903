import { useState } from 'react'
import {
  BankAccount,
  type IdentityDocument,
  methodsFor,
  type Verification,
  type VerificationType,
} from '#contract/identity/identity.ts'
import { Problem } from '#contract/kit/problem.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { useRulesForm } from '#web/platform/form.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { outcomeWords } from './copy.ts'
import { useCompleteVerification, useSubmittedElsewhere } from './hooks.ts'

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
  const completion = useCompleteVerification()
  const catchUp = useSubmittedElsewhere()

  const begin = () => {
    setRefusal(undefined)
    setHasBegun(true)
    setStep('prepare')
  }
  const refused = (problem: Problem) => {
    toast({ title: 'Verification failed', description: problem.message, variant: 'destructive' })
    setRefusal(problem.message)
    // Without a connection the input is not at fault, so it can be submitted again from here.
    if (problem.code !== 'unprocessable' && problem.code !== 'invalid') return
    setStep('choose')
    for (const [name, message] of Object.entries(problem.fields)) {
      const field = name.replace('bank.', '')
      if (field in noAccount) bank.setError(field as keyof typeof noAccount, { message })
    }
  }
  const check = bank.whenValid(begin)
  const submit = async () => {
    const { chosen } = choice
    try {
      const done = await completion.mutateAsync({ taskId: task.id, verificationType: method, ...chosen() })
      setOutcome(done.outcome)
      setStep('done')
      toast({ title: 'Verification completed', description: outcomeWords[done.outcome].title })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'document_missing') return setStep('missing')
      if (error.reason !== 'already_submitted') return refused(error)
      await catchUp()
      setStep('elsewhere')
    }
  }
  return {
    ...choice,
    step,
    hasBegun,
    refusal,
    outcome,
    start: () => void (method === 'bank' ? check() : isSent ? begin() : setStep('missing')),
    ready: () => setStep('submit'),
    back: () => setStep('choose'),
    submit,
    isSubmitting: completion.isPending,
  }
}

/** The method, and what it needs: which document, or the details of a bank account. */
const useMethodChoice = (task: Task) => {
  const methods = methodsFor(task)
  const [method, setMethod] = useState<VerificationType>(methods[0] ?? 'id')
  const [document, chooseDocument] = useState<IdentityDocument | ''>('')
  const bank = useRulesForm(BankAccount, { start: noAccount })
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

/** If a proof of identity is still to do or was sent back, there is no document. */
const useIsDocumentSent = () => {
  const { data } = useTaskList({ enabled: true })
  return (data ?? []).every((task) => task.kind !== 'proof_of_identity' || isDone(task))
}
