import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { activities } from '#contract/activities.ts'
import { type Draft, type DraftValues, forms, mergeDrafts, type SharedDraft } from '#contract/forms/forms.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** The state that a change is based on. Others may have changed a shared draft since. */
export interface Base {
  formData: DraftValues
  version: number
}
const baseOf = ({ formData, shared }: Draft): Base => ({ formData, version: shared?.version ?? 0 })

type Typed = Pick<Draft, 'formData' | 'step'>
type Unsaved = Typed & { base: Base }

/**
 * Returns the saved draft. Fetched each time, as another device may have continued. An unsaved draft in memory wins.
 */
export const useDraft = (id: TaskId): Draft & { base?: Base } => {
  const cache = useQueryClient()
  const { data } = useSuspenseQuery({ ...query(forms.draft, { id }), staleTime: 0, gcTime: 0 })
  const unsaved = cache.getQueryData<Unsaved>(unsavedKey(id))
  // Leaves out `known`, which only wins over typed values if it is newer.
  const { known: _, ...form } = data
  return unsaved ? { ...form, ...unsaved, savedAt: null } : data
}

/** Returns a function that fetches saved drafts again, with the questions as they are now. */
export const useDraftAgain = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [forms.draft])
}

/** Returns every version of the submitted answers, newest first. */
export const useAnswers = (id: TaskId) => useSuspenseQuery(query(forms.answers, { id })).data

export const useSubmitForm = () =>
  useCommand(forms.complete, { refreshes: [tasks.list, activities.list, forms.answers, forms.draft] })

/** Cache key of a draft that the server doesn't have yet. Signing out clears it with everything else. */
const unsavedKey = (id: TaskId) => ['unsaved draft', id]

type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
/** A draft merged from what was typed here and what someone else typed meanwhile. */
export interface Met {
  merged: ReturnType<typeof mergeDrafts>
  /** The values typed here. */
  mine: DraftValues
  theirs: Draft
}

interface Loaded extends Typed {
  base: Base
  /** Set if others share the draft. Undefined if nobody else sees it. */
  shared: SharedDraft | undefined
  /**
   * Shows what someone else typed meanwhile. Returns the form's values then: if all were typed since, none of them is
   * set and no change is reported.
   */
  meet: (met: Met) => DraftValues
}

/** Fetches the draft that someone else saved and merges it with this one, so that nothing of either is lost. */
const mergeWithTheirs = async (id: TaskId, mine: DraftValues, base: Base): Promise<Met> => {
  const theirs = await ask(forms.draft, { id })
  return { merged: mergeDrafts(base.formData, mine, theirs.formData), mine, theirs }
}

/** Whether two answers of one field are the same. One that was never given is empty. */
export const isSameAnswer = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

const areSameAnswers = (a: DraftValues, b: DraftValues) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSameAnswer(a[name], b[name]))

/** Returns the state of saving, which is not "saved" while the form differs from what was sent last. */
function useSaveState(opened: DraftValues) {
  const [state, setState] = useState<SaveState>('idle')
  const sent = useRef(opened)
  const isChanged = useRef(false)
  return {
    shown: {
      state,
      /** Called with the form's values after each change, by the user or by the page. */
      changed: (formData: DraftValues) => {
        isChanged.current = !areSameAnswers(formData, sent.current)
        if (isChanged.current) setState((shown) => (shown === 'saved' ? 'idle' : shown))
      },
    },
    begin: (formData: DraftValues) => {
      sent.current = formData
      isChanged.current = false
      setState('saving')
    },
    end: () => setState(isChanged.current ? 'idle' : 'saved'),
    fail: () => setState('failed'),
  }
}

/** Saves drafts one after another. A draft that fails to save stays in memory and is retried with the next one. */
export function useAutosave(id: TaskId, { formData, step, base: begun, shared, meet }: Loaded) {
  const cache = useQueryClient()
  const saving = useSaveState(formData)
  const known = useRef(JSON.stringify({ formData, step }))
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const base = useRef(begun)
  const isPrivate = useRef(shared?.isPrivate ?? false)

  const bringTogether = async (mine: DraftValues, { isSentNext = false } = {}) => {
    const met = await mergeWithTheirs(id, mine, base.current)
    base.current = baseOf(met.theirs)
    if (isSentNext) saving.begin(met.merged.values)
    saving.shown.changed(meet(met))
    return met.merged.values
  }
  const save = async (typed: Typed): Promise<void> => {
    const version = { version: base.current.version, isPrivate: isPrivate.current }
    try {
      const draft = await ask(forms.saveDraft, { id, ...typed, ...(shared && { shared: version }) })
      base.current = baseOf(draft)
      cache.setQueryData(query(forms.draft, { id }).queryKey, (old) => old && { ...old, ...draft })
      cache.removeQueries({ queryKey: unsavedKey(id) })
      saving.end()
      await refresh(cache, [tasks.list])
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'draft_changed' && !isPrivate.current)
        return save({ ...typed, formData: await bringTogether(typed.formData, { isSentNext: true }) })
      known.current = ''
      saving.fail()
      toast({ title: 'Your answers are not saved yet', description: error.message, variant: 'warning' })
    }
  }
  const keep = (typed: Typed) => {
    const text = JSON.stringify(typed)
    if (text === known.current) return
    known.current = text
    cache.setQueryDefaults(unsavedKey(id), { gcTime: Number.POSITIVE_INFINITY })
    cache.setQueryData(unsavedKey(id), { ...typed, base: base.current } satisfies Unsaved)
    saving.begin(typed.formData)
    queue.current = queue.current.then(() => save(typed))
  }
  return {
    ...saving.shown,
    keep,
    bringTogether,
    /** Returns the version that the client read, when a shared draft is submitted. */
    versionRead: () => (shared && !isPrivate.current ? base.current.version : undefined),
    /** Hides what is typed from the others from now on, or shows it to them again. */
    keepPrivate: (wanted: boolean, typed: Typed) => {
      isPrivate.current = wanted
      known.current = ''
      keep(typed)
    },
    /** Resolves when no request is under way. */
    settled: () => queue.current,
    /** Forgets the unsaved draft once the form is submitted. */
    forget: () => cache.removeQueries({ queryKey: unsavedKey(id) }),
  }
}

/** Calls `leave` when the user leaves the page: the dialog closes, the tab is hidden, the phone is put away. */
export function useOnLeaving(leave: () => void) {
  const leaving = useEffectEvent(leave)
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') leaving()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      leaving()
    }
  }, [])
}
