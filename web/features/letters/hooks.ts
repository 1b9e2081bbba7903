import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { letterTemplates, type TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { query } from '#web/platform/queries.ts'

/** What is asked again when a template was published. */
export const templateAnswers = [letterTemplates.list, letterTemplates.versions]

export const useTemplates = () => useSuspenseQuery(query(letterTemplates.list, {})).data
export const useVersions = (key: TemplateKey) =>
  useSuspenseQuery(query(letterTemplates.versions, { key })).data
export const useCaseLetters = (id: MatterId) => useSuspenseQuery(query(letters.ofMatter, { id })).data

/** The newest cases, to preview a template with. */
export const useCases = () => useSuspenseQuery(query(matters.firmList, {})).data

/** What is typed, once nothing more has been typed for a moment. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}
/** In milliseconds. */
const typingPause = 350

/** The letter as it would be sent; while it is asked again, the last one stays. */
export const usePreview = (wanted: Input<typeof letters.preview>) =>
  useQuery({
    ...query(letters.preview, useSettled(wanted)),
    placeholderData: keepPreviousData,
    // What it lacks is filled in on another page.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const useTrial = (wanted: Input<typeof letters.tryTemplate>) =>
  useQuery({ ...query(letters.tryTemplate, useSettled(wanted)), placeholderData: keepPreviousData })
