import type { ReactNode } from 'react'
import { type CaseFile, priorityNames } from '#contract/cases.ts'
import { dateText } from '#web/platform/clock.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { StatusMark } from './marks.tsx'

interface CaseSheetProps {
  file: CaseFile
  /** Before the usual facts. */
  facts?: { name: string; value: ReactNode }[]
  /** Whose move it is, and what can be done. */
  top?: ReactNode
  timeline: ReactNode
}

/** All there is to know of a case, as both sides read it. */
export const CaseSheet = ({ file, facts = [], top, timeline }: CaseSheetProps) => (
  <div className="grid gap-6">
    {top}
    {file.status === 'rejected' && file.reason && (
      <Callout tone="stop" title="Why we couldn't open this case">
        <p className="wrap-anywhere whitespace-pre-line">{file.reason}</p>
      </Callout>
    )}
    <DescriptionList
      look="stacked"
      facts={[
        ...facts,
        { name: 'Status', value: <StatusMark status={file.status} /> },
        { name: 'Priority', value: priorityNames[file.priority] },
        { name: 'Type', value: <span className="wrap-anywhere">{file.type}</span> },
        { name: 'Reference', value: file.reference },
        { name: 'Created', value: dateText(file.createdAt) },
        ...(file.closedAt ? [{ name: 'Closed', value: dateText(file.closedAt) }] : []),
      ]}
    />
    <section className="grid gap-1.5">
      <h3 className="text-base font-semibold">Description</h3>
      <p className="wrap-anywhere whitespace-pre-line">{file.description}</p>
    </section>
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">Timeline</h3>
      {timeline}
    </section>
  </div>
)
