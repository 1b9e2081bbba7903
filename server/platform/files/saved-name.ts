const endings: Record<string, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
}

interface Named {
  filename: string
  /** The media type of its content. */
  type: string
}

/** Returns the name to save a file by. It ends as the content does: a PDF called `bill.bat` would run as a program. */
export const savedName = ({ filename, type }: Named) => {
  const own = endings[type]
  const isRight = own?.some((ending) => filename.toLowerCase().endsWith(ending)) ?? true
  return isRight ? filename : `${filename}${own?.[0] ?? ''}`
}
