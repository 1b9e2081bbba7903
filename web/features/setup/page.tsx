import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { setup } from '#contract/firm/setup.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { settings } from '#contract/settings.ts'
import { RecoveryCodeList } from '#web/features/accounts/dialog.tsx'
import { refresh } from '#web/platform/queries.ts'
import { beginSession, UserOfEndedSession } from '#web/platform/session.ts'
import { Wordmark } from '#web/ui/data/logo.tsx'
import { Stepper } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, Main, PageHeading } from '#web/ui/layout/page.tsx'
import { AdministratorStep, type Answers, FactorStep, FirmStep } from './parts/steps.tsx'

type Done = Output<typeof setup.complete>

const steps = ['Your firm', 'You', 'Two-factor sign-in', 'Recovery codes']

/** The set-up of an empty portal: the firm, and its first administrator. */
export const SetupPage = () => {
  const [step, setStep] = useState(0)
  const [done, setDone] = useState<Done | null>(null)
  const code = useSearchParams()[0].get('code') ?? ''
  // Keeps the answers of each step for when the user goes back.
  const [kept, setKept] = useState<Partial<Answers>>({ setupCode: code })
  const keep = (answers: Partial<Answers>) => setKept({ ...kept, ...answers })
  const next = (answers: Partial<Answers>) => {
    keep(answers)
    setStep(step + 1)
    scrollTo(0, 0)
  }
  const back = (answers: Partial<Answers>) => {
    keep(answers)
    setStep(step - 1)
  }
  return (
    <div className="min-h-dvh px-4.5 py-8 sm:py-12">
      <Main className="mx-auto grid w-full max-w-160 gap-6">
        <DocumentTitle>Set up your portal</DocumentTitle>
        <Wordmark name="Portico" line="Law Firm Portal" />
        <div className="grid gap-2">
          <PageHeading>Set up your portal</PageHeading>
          <p className="text-ink-soft">
            This takes a few minutes and only needs doing once. After that, this page closes and you can
            invite your colleagues.
          </p>
          {step === 0 && (
            <p className="text-ink-soft">
              Are you a client? This portal hasn't been set up yet. Please come back later.
            </p>
          )}
        </div>
        <Stepper steps={steps} current={step} />
        <Card>
          {step === 0 && <FirmStep kept={kept} next={next} />}
          {step === 1 && <AdministratorStep kept={kept} next={next} back={back} />}
          {step === 2 && (
            <FactorStep
              kept={kept as Omit<Answers, 'factor'>}
              back={(to) => setStep(to)}
              done={(answer) => {
                setDone(answer)
                setStep(3)
              }}
            />
          )}
          {step === 3 && done && <Finish done={done} />}
        </Card>
      </Main>
    </div>
  )
}

const Finish = ({ done: { user, recoveryCodes } }: { done: Done }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const enter = async () => {
    beginSession(cache, user)
    await refresh(cache, [settings.firm])
    void navigate(pages.firm, { replace: true })
  }
  return (
    <UserOfEndedSession value={user}>
      <RecoveryCodeList codes={recoveryCodes} onDone={() => void enter()} />
    </UserOfEndedSession>
  )
}
