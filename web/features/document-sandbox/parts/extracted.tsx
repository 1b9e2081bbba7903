import type { TrialResult } from '#contract/document-sandbox.ts'
import { formatPounds } from '#contract/money.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { groupWords } from '../words.ts'

type Data = TrialResult['extractedData']

/** What was read, in the groups in which it is stored. */
export const Extracted = ({ data }: { data: Data }) => {
  const groups = (Object.keys(groupWords) as (keyof Data)[]).map((group) => ({
    title: groupWords[group],
    facts: factsOf(data[group]),
  }))
  const filled = groups.filter(({ facts }) => facts.length > 0)
  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">Extracted data</h3>
      {filled.length === 0 && <p className="text-ink-soft">Nothing was read.</p>}
      {filled.map(({ title, facts }) => (
        <div key={title} className="grid gap-2 rounded-xl border border-line px-4 py-3">
          <h4 className="text-sm font-semibold text-ink-soft">{title}</h4>
          <DescriptionList look="stacked" facts={facts} />
        </div>
      ))}
    </section>
  )
}

const factsOf = (group: Record<string, string | number | undefined>) =>
  Object.entries(group).flatMap(([name, value]) =>
    value === undefined
      ? []
      : {
          name: inWords(name),
          // Amounts are whole pence; all else is text.
          value: (
            <span className="[overflow-wrap:anywhere]">
              {typeof value === 'number' ? formatPounds(value) : value}
            </span>
          ),
        },
  )

/** "AddressPostCode" as "Address post code". */
const inWords = (name: string) => {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
