import { setNonce } from 'get-nonce'

/** Hands the response's nonce to the scroll lock of dialogs, which adds a style element. */
export const pageNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

export const passNonce = () => {
  const nonce = pageNonce()
  if (nonce) setNonce(nonce)
}
