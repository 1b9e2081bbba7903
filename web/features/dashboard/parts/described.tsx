import { splitAtPounds } from '#contract/money.ts'

/** A task's description, in which an amount stands out. */
export const Described = ({ text }: { text: string }) =>
  splitAtPounds(text).map(({ isAmount, words }, place) =>
    isAmount ? (
      <b key={place} className="figures whitespace-nowrap text-ink">
        {words}
      </b>
    ) : (
      words
    ),
  )
