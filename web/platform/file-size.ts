const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * "212 KB", "1.25 MB". The specification fixes the unit of some pages, which name it. A file that would be shown as
 * 0.00 MB is shown in kilobytes everywhere.
 */
export function fileSizeText(bytes: number, unit: 'KB' | 'MB' = bytes < megabyte ? 'KB' : 'MB') {
  const inMegabytes = (bytes / megabyte).toFixed(2)
  if (unit === 'MB' && inMegabytes !== '0.00') return `${inMegabytes} MB`
  return `${Math.max(1, Math.round(bytes / kilobyte)).toLocaleString('en-GB')} KB`
}
