import { type ReactNode, useEffect, useRef } from 'react'

/** A step that takes the place of another is read from its heading. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="serif text-section">
      {children}
    </h3>
  )
}
