import { useState } from 'react'
import { kindNames } from '#contract/letter-templates/letter-templates.ts'
import { useUser } from '#web/platform/session.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { letterDraftOf } from '../draft.ts'
import { useTemplates } from '../hooks.ts'
import { LetterForm, type WriteLetterProps } from './letter-form.tsx'

/** Writes a letter. The template is chosen first, as the questions depend on it. */
export const WriteLetter = ({ id, recipients, notOffered, steps }: WriteLetterProps) => {
  const templates = useTemplates().filter(({ isRetired }) => !isRetired)
  const { id: owner } = useUser()
  const draft = letterDraftOf(owner, id)
  const [chosen, setChosen] = useState(draft.templateKey)
  const choose = (key: string) => {
    setChosen(key)
    draft.choose(key)
  }
  const template = templates.find(({ key }) => key === chosen)
  const select = (
    <SelectField
      label="Template"
      required
      choices={[
        { value: '', label: 'Choose a template' },
        ...templates.map(({ key, name, kind }) => ({
          value: key as string,
          label: kind === 'deed' ? `${name} (${kindNames.deed.toLowerCase()})` : name,
        })),
      ]}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    />
  )
  const [first, ...others] = recipients
  if (template && first)
    return (
      <LetterForm
        key={`${template.key} ${template.version}`}
        {...{ id, notOffered, steps, template, draft }}
        recipients={[first, ...others]}
        done={() => {
          setChosen('')
          draft.end(template.key)
        }}
      >
        {select}
      </LetterForm>
    )
  return (
    <Card>
      <CardTitle>Write a letter</CardTitle>
      {templates.length === 0 ? (
        <Empty title="No templates">An administrator can publish one under Letters.</Empty>
      ) : (
        <div className="max-w-110">{select}</div>
      )}
    </Card>
  )
}
