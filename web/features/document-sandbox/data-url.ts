/** A file as text that a body of JSON can hold. */
export const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error("The file couldn't be read."))
    reader.readAsDataURL(file)
  })
