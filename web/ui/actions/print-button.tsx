import { Printer } from 'lucide-react'
import { Button } from './button.tsx'

/** Prints the page; the button itself is not on the paper. */
export const PrintButton = ({ label = 'Print' }: { label?: string }) => (
  <span data-print="hide">
    <Button icon={<Printer />} onClick={() => print()}>
      {label}
    </Button>
  </span>
)
