import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { useCloseGap, useGaps } from '../knowledge-hooks.ts'

/** Questions that found no answer, the most asked first. */
export const Gaps = () => {
  const gaps = useGaps()
  const close = useCloseGap()
  return (
    <Section
      title="Questions without an answer"
      subtitle={gaps.length === 0 ? 'None at the moment' : 'Most asked first, without names or numbers'}
      defaultOpen={gaps.length > 0}
    >
      {gaps.length === 0 && (
        <p className="px-4.5 py-4 text-ink-soft">
          When Obi doesn't know something, the question appears here.
        </p>
      )}
      {gaps.map(({ id, question, times, lastAskedAt }) => (
        <Row
          key={id}
          title={question}
          detail={
            <>
              Asked {times === 1 ? 'once' : `${times} times`}. Last asked: <Ago at={lastAskedAt} />
            </>
          }
          action={
            <Button
              size="small"
              busy={close.isPending && close.variables.id === id}
              onClick={() => close.mutate({ id })}
              aria-label={`Done: ${question}`}
            >
              Done
            </Button>
          }
        />
      ))}
    </Section>
  )
}
