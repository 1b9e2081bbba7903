import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportFile, type ImportId, imports } from '#contract/imports/imports.ts'
import { query } from '#web/platform/queries.ts'
import { Stepper } from '#web/ui/feedback/progress.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { Outcome } from './outcome.tsx'
import { Preview } from './preview.tsx'

const steps = ['Choose a file', 'Match the columns', 'Check and import']

/** One import, at its current step. */
export const OneImport = ({ id, close }: { id: ImportId; close: () => void }) => {
  const { data: file } = useSuspenseQuery(query(imports.one, { id }))
  const [isMapping, setMapping] = useState(file.state === 'columns')
  const isBefore = file.state === 'columns' || file.state === 'ready'
  if (!isBefore) return <Outcome file={file} />
  return (
    <>
      <Stepper steps={steps} current={isMapping ? 1 : 2} label="Steps of this import" />
      <FileWords file={file} />
      {isMapping ? (
        <ColumnsStep file={file} done={() => setMapping(false)} close={close} />
      ) : (
        <Preview file={file} back={() => setMapping(true)} />
      )}
    </>
  )
}

const FileWords = ({ file: { filename, rows, delimiter, encoding } }: { file: ImportFile }) => (
  <p className="text-ink-soft">
    <strong className="font-semibold wrap-anywhere text-ink">{filename}</strong>:{' '}
    {rows.toLocaleString('en-GB')} {rows === 1 ? 'row' : 'rows'}, separated by {delimiter}, {encoding}
  </p>
)
