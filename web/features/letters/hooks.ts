import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { letterTemplates, type TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { query } from '#web/platform/queries.ts'

/** Queries to refresh when a template is published. */
export const templateAnswers = [letterTemplates.list, letterTemplates.versions]

export const useTemplates = () => useSuspenseQuery(query(letterTemplates.list, {})).data
export const useVersions = (key: TemplateKey) =>
  useSuspenseQuery(query(letterTemplates.versions, { key })).data
export const useCaseLetters = (id: MatterId) => useSuspenseQuery(query(letters.ofMatter, { id })).data

/** Returns the newest cases, to preview a template with. */
export const useCases = () => useSuspenseQuery(query(matters.firmList, {})).data

/** Returns the value once the user has stopped typing for a moment. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}
/** Milliseconds. */
const typingPause = 350

/** Returns the letter as it would be sent. Keeps the previous one while a new one is loading. */
export const usePreview = (wanted: Input<typeof letters.preview>) =>
  useQuery({
    ...query(letters.preview, useSettled(wanted)),
    placeholderData: keepPreviousData,
    // Missing details are filled in on another page, so this is fetched again on return.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const useTrial = (wanted: Input<typeof letters.tryTemplate>) =>
  useQuery({ ...query(letters.tryTemplate, useSettled(wanted)), placeholderData: keepPreviousData })
