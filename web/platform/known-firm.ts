import { Firm } from '#contract/settings.ts'

/** What the portal has told of the firm together with the page, so that it need not be asked; null where it has not. */
export const knownFirm = (): Firm | null => {
  const told = document.querySelector<HTMLMetaElement>('meta[name="firm"]')?.content
  return told ? (Firm.safeParse(JSON.parse(told)).data ?? null) : null
}
