import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import type { LanguageModel, ModelTool, OutcomeRecorder } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'

export interface ModelSettings {
  kind: 'openai' | 'anthropic'
  /** For example `http://127.0.0.1:11434/v1`. Null for Anthropic's own address. */
  url: string | null
  model: string
  key: string | null
}

const tokensOfAnswer = 600
/** Steps of an answer: lookups, then the text. */
const steps = 4
const timeout = seconds(30)

/** Opens any model with an OpenAI-compatible API, or one of Anthropic's. */
export function openModel(
  settings: ModelSettings,
  { note, guard = null }: { note?: OutcomeRecorder; guard?: AddressGuard | null } = {},
): LanguageModel {
  const model = modelOf(settings, guard)
  return {
    name: settings.model,
    host: new URL(settings.url ?? 'https://api.anthropic.com').host,
    timeout,
    async *answer({ instructions, messages, tools }, signal) {
      let failure: unknown
      const { textStream } = streamText({
        model,
        instructions,
        messages: messages.map(({ isUser, content }) => ({ role: isUser ? 'user' : 'assistant', content })),
        tools: toolsOf(tools),
        stopWhen: isStepCount(steps),
        maxOutputTokens: tokensOfAnswer,
        maxRetries: 0,
        abortSignal: signal,
        onError: ({ error }) => {
          failure = error
        },
      })
      let isAnswered = false
      for await (const text of textStream) {
        isAnswered ||= text.trim() !== ''
        yield text
      }
      if (failure !== undefined || !isAnswered || signal.aborted) {
        const fault = new Error('The language model did not answer.', { cause: failure })
        // Without a failure the client has disconnected, which is not the model's fault.
        if (failure !== undefined) note?.failed(failure)
        throw fault
      }
      note?.answered()
    },
  }
}

/** Refuses redirects, which would send the question and the key elsewhere. */
const withoutRedirects =
  (ask: typeof fetch): typeof fetch =>
  (input, init) =>
    ask(input, { ...init, redirect: 'error' })

const modelOf = ({ kind, url, model, key }: ModelSettings, guard: AddressGuard | null) => {
  const options = { fetch: withoutRedirects(guard?.fetch ?? fetch), ...(key !== null && { apiKey: key }) }
  return kind === 'anthropic'
    ? createAnthropic({ ...options, ...(url && { baseURL: url }) })(model)
    : createOpenAICompatible({ name: 'model', baseURL: url ?? '', ...options })(model)
}

/** The tools take no arguments, so the model cannot choose whose facts it gets. */
const toolsOf = (tools: readonly ModelTool[]) =>
  Object.fromEntries(
    tools.map(({ name, description, run }) => [
      name,
      tool({ description, inputSchema: z.object({}), execute: run }),
    ]),
  )
