import { setNonce } from 'get-nonce'
import { Firm } from '#contract/settings.ts'

/** What the portal has told of the firm together with the page, so that it need not be asked; null where it has not. */
export const knownFirm = (): Firm | null => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="firm"]')?.content
  return text ? (Firm.safeParse(JSON.parse(text)).data ?? null) : null
}

/** Hands the response's nonce to the scroll lock of dialogs, which adds a style element. */
export const pageNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

export const passNonce = () => {
  const nonce = pageNonce()
  if (nonce) setNonce(nonce)
}
