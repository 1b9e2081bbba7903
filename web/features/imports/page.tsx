import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Import,
  type ImportFile,
  ImportId,
  type ImportState,
  importBytes,
  importRows,
  imports,
} from '#contract/imports/imports.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Progress, Stepper } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { ColumnsStep } from './parts/columns-step.tsx'
import { Outcome } from './parts/outcome.tsx'
import { Preview } from './parts/preview.tsx'

/** Imports clients and cases from another system. Shows the earlier imports, or the one in the address. */
export const ImportPage = () => {
  const [address, setAddress] = useSearchParams()
  const open = ImportId.safeParse(address.get('import'))
  const close = () => setAddress({})
  return (
    <Page
      title="Import"
      lead="Bring clients and cases in from your practice management system. You'll see what will happen before anything does."
      actions={open.success && <Button onClick={close}>All imports</Button>}
    >
      <AsyncBoundary key={open.data} skeleton={<SkeletonCard rows={5} />}>
        {open.success ? (
          <OneImport id={open.data} close={close} />
        ) : (
          <Start show={(id) => setAddress({ import: id })} />
        )}
      </AsyncBoundary>
    </Page>
  )
}

const Start = ({ show }: { show: (id: ImportId) => void }) => (
  <>
    <NewImport show={show} />
    <Earlier />
  </>
)

const NewImport = ({ show }: { show: (id: ImportId) => void }) => {
  const [fault, setFault] = useState<string>()
  const upload = useUpload(imports.upload, { refreshes: [imports.list] })
  const send = (file: File) => {
    setFault(undefined)
    if (file.size > importBytes)
      return setFault('This file is larger than 5 MB. Please split it: nothing goes in twice.')
    upload.mutate(
      { file, input: {} },
      { onSuccess: ({ id }) => show(id), onError: ({ message }) => setFault(message) },
    )
  }
  return (
    <Card>
      <CardTitle lead="One row for each client, or for each case with its client. The first row names the columns.">
        Choose a file
      </CardTitle>
      <div className="grid gap-4">
        <FileDrop
          label="The file to import"
          hint={`CSV, up to 5 MB and ${importRows.toLocaleString('en-GB')} rows. Export live clients and cases only.`}
          accept=".csv,.txt,.tsv,text/csv"
          onFile={send}
          disabled={upload.isPending}
        />
        {upload.isPending && <Progress label="Sending the file" value={upload.sent * 100} />}
        <FormFault>{fault}</FormFault>
      </div>
    </Card>
  )
}

const states: Record<ImportState, { words: string; tone: Tone }> = {
  columns: { words: 'Not started', tone: 'neutral' },
  ready: { words: 'Not started', tone: 'neutral' },
  running: { words: 'Running', tone: 'info' },
  done: { words: 'Done', tone: 'ok' },
  undoing: { words: 'Being undone', tone: 'info' },
  undone: { words: 'Undone', tone: 'neutral' },
}

const Earlier = () => {
  const { data } = useSuspenseQuery(query(imports.list, {}))
  return (
    <section aria-labelledby="earlier" className="grid gap-3">
      <h2 id="earlier" className="text-section">
        Earlier imports
      </h2>
      <Card padded={false}>
        {data.length === 0 ? (
          <Empty title="No imports yet">
            Each file you import is listed here, and can be undone for a day.
          </Empty>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((file) => (
              <li key={file.id}>
                <Row
                  title={
                    <span className="wrap-anywhere">
                      <TextLink to={`?import=${file.id}`}>{file.filename}</TextLink>
                    </span>
                  }
                  badge={<Badge tone={states[file.state].tone}>{states[file.state].words}</Badge>}
                  detail={
                    <>
                      {outcomeOf(file)} · <Ago at={file.createdAt} />
                      {file.createdBy !== null && `, by ${file.createdBy}`}
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

const outcomeOf = ({ state, rows, newClients, newCases, wrong }: Import) =>
  state === 'done' || state === 'undone'
    ? `${counted(newClients, 'client')} and ${counted(newCases, 'case')} imported, ${counted(wrong, 'row')} not`
    : counted(rows, 'row')

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
    <strong className="font-semibold wrap-anywhere text-ink">{filename}</strong>: {counted(rows, 'row')},
    separated by {delimiter}, {encoding}
  </p>
)
