import { Save, Send } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { templateFaults } from '#contract/templates/rules.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { type Template, TemplateId } from '#contract/templates/templates.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useEditor, useTemplate } from './hooks.ts'
import { Preview } from './parts/preview.tsx'
import { PublishDialog } from './parts/publish-dialog.tsx'
import { StepList, type StepListProps } from './parts/step-list.tsx'
import { TryAnswers } from './parts/try-answers.tsx'
import { Versions } from './parts/versions.tsx'

export const TemplatePage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary
      key={id}
      page="Template"
      list={{ page: pages.templates, words: 'All templates' }}
      skeleton={<TemplateSkeleton />}
    >
      <TemplateEditor id={TemplateId.parse(id)} />
    </AsyncBoundary>
  )
}

/** One template: its steps, the client's view of them, a trial of answers, and its versions. */
const TemplateEditor = ({ id }: { id: TemplateId }) => {
  const template = useTemplate(id)
  const [edited, edit] = useState<TemplateStep | null>(null)
  const [publishing, setPublishing] = useState<number | null>(null)
  const [isDiscarding, setDiscarding] = useState(false)
  const editor = useEditor(template, { isHeld: edited !== null || publishing !== null || isDiscarding })
  const { steps } = editor
  const faults = templateFaults(steps)
  const publish = async () => setPublishing(await editor.save())
  return (
    <Page
      title={template.type}
      lead={<Lead template={template} editor={editor} />}
      actions={
        editor.isDraft && (
          <DraftButtons
            editor={editor}
            isPublished={template.versions.length > 0}
            isFit={faults.length === 0}
            discard={() => setDiscarding(true)}
            publish={() => void publish()}
          />
        )
      }
    >
      {faults.length > 0 && <Faults faults={faults} steps={steps} />}
      <EditorTabs template={template} editor={editor} edited={edited} edit={edit} />
      {publishing !== null && (
        <PublishDialog
          template={template}
          steps={steps}
          revision={publishing}
          published={editor.published}
          close={() => setPublishing(null)}
        />
      )}
      {isDiscarding && (
        <DiscardConfirm template={template} discard={editor.discard} close={() => setDiscarding(false)} />
      )}
    </Page>
  )
}

interface DiscardConfirmProps {
  template: Template
  discard: () => Promise<boolean>
  close: () => void
}

const DiscardConfirm = ({ template, discard, close }: DiscardConfirmProps) => {
  const navigate = useNavigate()
  const confirm = async () => {
    if (!(await discard())) return close()
    toast({ title: 'Template removed', description: template.type, variant: 'success' })
    await navigate(pages.templates)
  }
  const words =
    template.versions.length > 0
      ? {
          title: 'Discard this draft?',
          description: 'Your changes will be lost. The published version stays as it is.',
          confirmLabel: 'Discard draft',
        }
      : {
          title: 'Remove this template?',
          description: 'It was never published, so no case uses it. What’s written in it will be lost.',
          confirmLabel: 'Remove template',
        }
  return (
    <Confirm
      open
      onOpenChange={close}
      {...words}
      cancelLabel="Keep it"
      destructive
      onConfirm={() => void confirm()}
    />
  )
}

interface EditorTabsProps extends Pick<StepListProps, 'edited' | 'edit'> {
  template: Template
  editor: ReturnType<typeof useEditor>
}

const EditorTabs = ({ template, editor: { steps, change }, edited, edit }: EditorTabsProps) => (
  <Tabs
    label={`Template for ${template.type}`}
    tabs={[
      {
        value: 'steps',
        label: 'Steps',
        content: <StepList steps={steps} change={change} edited={edited} edit={edit} />,
      },
      { value: 'preview', label: 'Preview', content: <Preview steps={steps} /> },
      { value: 'try', label: 'Try answers', content: <TryAnswers steps={steps} /> },
      {
        value: 'versions',
        label: 'Versions',
        content: <Versions versions={template.versions} useAgain={change} />,
      },
    ]}
  />
)

interface LeadProps {
  template: Template
  editor: ReturnType<typeof useEditor>
}

/** Which version is published, and whether there is a draft beside it. */
const Lead = ({ template, editor }: LeadProps) => {
  const newest = template.versions[0]
  return (
    <>
      <TextLink to={pages.templates}>Templates</TextLink>
      {newest && ` · Version ${newest.version}, published ${dateTimeText(newest.publishedAt)}`}
      {!newest && ' · Not published yet'}
      {editor.isDraft && ` · ${editor.isDirty ? 'Unsaved changes' : 'Draft saved'}`}
    </>
  )
}

interface DraftButtonsProps {
  editor: ReturnType<typeof useEditor>
  isPublished: boolean
  /** Whether nothing has to be mended before it can be published. */
  isFit: boolean
  discard: () => void
  publish: () => void
}

const DraftButtons = ({ editor, isPublished, isFit, discard, publish }: DraftButtonsProps) => (
  <>
    <Button onClick={discard}>{isPublished ? 'Discard draft' : 'Remove template'}</Button>
    <Button
      icon={<Save />}
      disabled={!editor.isDirty}
      busy={editor.isSaving}
      onClick={() => void editor.save()}
    >
      Save draft
    </Button>
    <Button variant="primary" icon={<Send />} disabled={!isFit} onClick={publish}>
      Publish
    </Button>
  </>
)

interface FaultsProps {
  faults: ReturnType<typeof templateFaults>
  steps: readonly TemplateStep[]
}

const Faults = ({ faults, steps }: FaultsProps) => (
  <Callout tone="warn" title="Before you can publish">
    <ul className="grid gap-1">
      {faults.map(({ step, message }) => (
        <li key={`${step} ${message}`}>
          {step && <strong>{steps.find(({ key }) => key === step)?.title}: </strong>}
          {message}
        </li>
      ))}
    </ul>
  </Callout>
)

const TemplateSkeleton = () => (
  <SkeletonGroup words="Loading the template">
    <SkeletonCard rows={8} />
  </SkeletonGroup>
)
