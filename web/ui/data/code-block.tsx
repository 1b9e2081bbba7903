interface CodeBlockProps {
  /** Its accessible name: "The first call". */
  label: string
  code: string
}

/** Lines for a terminal or another program. If they are too long, they can be scrolled by keyboard too. */
export const CodeBlock = ({ label, code }: CodeBlockProps) => (
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="overflow-x-auto rounded-lg border border-line bg-sunken p-3.5 text-sm"
  >
    <pre>
      <code>{code}</code>
    </pre>
  </div>
)
