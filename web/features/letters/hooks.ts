import {
  type InfiniteData,
  keepPreviousData,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type Input, type Output, pageSize } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { letterTemplates, type TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { type Letter, type LetterId, letters } from '#contract/letters/letters.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { ask } from '#web/platform/ask.ts'
import { query } from '#web/platform/queries.ts'
import { useSettled } from '#web/platform/timers.ts'
import type { Tone } from '#web/ui/tone.ts'

/** Queries to refresh when a template is published. */
export const templateAnswers = [letterTemplates.list, letterTemplates.versions]

export const useTemplates = () => useSuspenseQuery(query(letterTemplates.list, {})).data
export const useVersions = (key: TemplateKey) =>
  useSuspenseQuery(query(letterTemplates.versions, { key })).data

/** Returns the letters of a case as far as they were loaded, with the state of their list for `ShowOlder`. */
export const useCaseLetters = (id: MatterId) => {
  const { data, ...list } = useSuspenseInfiniteQuery<
    Page,
    Problem,
    InfiniteData<Page>,
    readonly unknown[],
    LetterId | undefined
  >({
    queryKey: [letters.ofMatter.path, 'pages', id],
    queryFn: ({ pageParam: before }) => ask(letters.ofMatter, { id, ...(before && { before }) }),
    initialPageParam: undefined,
    // A short page is the last one.
    getNextPageParam: ({ letters: page }) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  })
  const [newest] = data.pages as [Page, ...Page[]]
  return { ...newest, letters: data.pages.flatMap((page) => page.letters), list }
}
type Page = Output<typeof letters.ofMatter>

/** Returns the newest cases, to preview a template with. */
export const useCases = () => useSuspenseQuery(query(matters.firmList, {})).data

/** Milliseconds. */
const typingPause = 350

/** Returns the letter as it would be sent. Keeps the previous one while a new one is loading. */
export const usePreview = (wanted: Input<typeof letters.preview>) =>
  useQuery({
    ...query(letters.preview, useSettled(wanted, typingPause)),
    placeholderData: keepPreviousData,
    // Missing details are filled in on another page, so this is fetched again on return.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const useTrial = (wanted: Input<typeof letters.tryTemplate>) =>
  useQuery({
    ...query(letters.tryTemplate, useSettled(wanted, typingPause)),
    placeholderData: keepPreviousData,
  })

/** What the firm reads of a letter's state, wherever letters are listed. */
export const letterStates: Record<Letter['state'], { words: string; tone: Tone }> = {
  sent: { words: 'Sent', tone: 'ok' },
  open: { words: 'To be signed', tone: 'info' },
  signed: { words: 'Signed', tone: 'ok' },
  cancelled: { words: 'Withdrawn', tone: 'over' },
  replaced: { words: 'Replaced', tone: 'over' },
}
