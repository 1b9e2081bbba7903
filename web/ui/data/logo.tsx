/** The arch: the portal's mark, on its green field. */
export const Logo = ({ size = 34, bare = false }: { size?: number; bare?: boolean }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 34 34" className="flex-none">
    {!bare && <rect width="34" height="34" rx="9" className="fill-brand" />}
    <g
      fill="none"
      strokeWidth="1.7"
      strokeLinecap="round"
      className={bare ? 'stroke-current' : 'stroke-on-brand'}
    >
      <path d="M6.5 26.5h21" />
      <path d="M9 26.5V15.4a8 8 0 0 1 16 0v11.1" />
      <path d="M13 26.5V15.9a4 4 0 0 1 8 0v10.6" />
    </g>
  </svg>
)

/** The mark, the firm's name and a line below it. */
export const Wordmark = ({ name, line }: { name: string; line?: string }) => (
  <span className="flex min-w-0 items-center gap-2.75">
    <Logo />
    <span className="grid min-w-0 gap-1">
      <span title={name} className="serif truncate text-[1.25rem] leading-none">
        {name}
      </span>
      {line && <span className="text-xs leading-tight text-ink-soft">{line}</span>}
    </span>
  </span>
)

/** Five nested arches: the drawing of the sign-in page. They rise from its bottom edge. */
export const Arches = () => (
  <svg aria-hidden viewBox="0 0 540 650" fill="none" className="stroke-current">
    {[0, 46, 92, 138, 184].map((inset) => (
      <path key={inset} strokeWidth="1.5" d={archPath(inset)} />
    ))}
  </svg>
)

const archPath = (inset: number) => {
  const radius = 269 - inset
  return `M${1 + inset} 650V270a${radius} ${radius} 0 0 1 ${2 * radius} 0V650`
}
