// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settle, show } from '#web/testing.tsx'
import { Button } from '../actions/button.tsx'
import { notice } from '../feedback/notice.tsx'
import { FileDrop } from '../fields/file-drop.tsx'
import { Page } from '../layout/page.tsx'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { toast, undoShortcut } from './toast.ts'

test('a dialog takes focus, is named and described, and gives focus back when it closes', async () => {
  show(
    <Dialog
      trigger={<Button>Upload</Button>}
      title="Upload proof of address"
      description="A bill or a statement"
    >
      <Button>Choose</Button>
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
  const dialog = screen.getByRole('dialog', { name: 'Upload proof of address' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(document.activeElement?.textContent).toBe('Upload')
})

test('a dialog or confirmation without a trigger gives focus back to what opened it', async () => {
  const Opened = () => {
    const [open, setOpen] = useState<'dialog' | 'confirmation' | null>(null)
    const close = () => setOpen(null)
    return (
      <>
        <Button onClick={() => setOpen('dialog')}>Set risk</Button>
        <Button onClick={() => setOpen('confirmation')}>Remove</Button>
        {open === 'dialog' && <Dialog open onOpenChange={close} title="Risk of this case" />}
        {open === 'confirmation' && (
          <Confirm
            open
            onOpenChange={close}
            title="Remove it?"
            description="This can’t be undone"
            confirmLabel="Remove"
            onConfirm={close}
          />
        )}
      </>
    )
  }
  show(<Opened />)
  for (const name of ['Set risk', 'Remove']) {
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
  }
})

test('a dialog gives focus to the heading of the page if what opened it is gone', async () => {
  const Decided = () => {
    const [stage, setStage] = useState<'open' | 'deciding' | 'decided'>('open')
    return (
      <Page title="Compliance">
        {stage !== 'decided' && <Button onClick={() => setStage('deciding')}>Decide</Button>}
        {stage === 'deciding' && (
          <Dialog open title="Cash">
            <Button onClick={() => setStage('decided')}>Save decision</Button>
          </Dialog>
        )}
      </Page>
    )
  }
  show(<Decided />)
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compliance' })).toHaveFocus())
})

test('a dialog that guards something running is closed neither by Escape nor by a button', async () => {
  show(
    <Dialog open dismissible={false} title="Sending">
      <p>Half way</p>
    </Dialog>,
  )
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

test('a confirmation starts on Cancel and acts only when it is confirmed', async () => {
  const remove = vi.fn()
  const Question = () => {
    const [open, setOpen] = useState(true)
    return (
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title="Delete document"
        description="This action cannot be undone"
        confirmLabel="Delete"
        destructive
        onConfirm={remove}
      />
    )
  }
  show(<Question />)
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete document' }))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(remove).toHaveBeenCalledOnce()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('a busy button keeps its name and its focus, and ignores further presses', async () => {
  const press = vi.fn()
  const { rerender } = show(<Button onClick={press}>Pay £342.50</Button>)
  screen.getByRole('button').focus()
  rerender(
    <Button onClick={press} busy>
      Pay £342.50
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  expect(press).not.toHaveBeenCalled()
  expect(document.activeElement?.getAttribute('aria-busy')).toBe('true')
})

test('a file is taken whether it is chosen or dropped, and the same one twice', async () => {
  const taken: string[] = []
  show(
    <FileDrop
      label="Your passport"
      hint="PNG, JPG, PDF up to 10MB"
      accept=".pdf"
      onFile={({ name }) => taken.push(name)}
    />,
  )
  const file = new File(['%PDF-'], 'passport.pdf', { type: 'application/pdf' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  await userEvent.upload(input, file)
  await userEvent.upload(input, file)
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  const area = screen.getByRole('group', { name: 'Your passport' })
  act(() => void area.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [file] } })))
  expect(taken).toEqual(['passport.pdf', 'passport.pdf', 'passport.pdf'])
  expect(drop.defaultPrevented).toBe(true)
})

test('a file drop that is switched off takes nothing', () => {
  const take = vi.fn()
  show(<FileDrop label="Your passport" hint="PDF" accept=".pdf" disabled onFile={take} />)
  const drop = Object.assign(new Event('drop', { bubbles: true }), {
    dataTransfer: { files: [new File(['x'], 'x.pdf')] },
  })
  act(() => void screen.getByRole('group').dispatchEvent(drop))
  expect(take).not.toHaveBeenCalled()
})

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test('a toast is there for five seconds and fades for another 0.3', async () => {
  // Time passes only as the test says.
  vi.useFakeTimers()
  show(<p>Page</p>)
  act(() => void toast({ title: 'Logged out', description: 'You have been logged out successfully' }))
  await settle(() => screen.queryByRole('listitem') !== null)
  const card = screen.getByRole('listitem')
  await act(() => vi.advanceTimersByTimeAsync(4_900))
  expect(card.dataset.state).toBe('open')
  await act(() => vi.advanceTimersByTimeAsync(150))
  expect(card.dataset.state).toBe('closed')
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(screen.queryByText('Logged out')).not.toBeInTheDocument()
})

/** Shows a decision that can be undone by a key. */
const decide = (about: string) => {
  const undo = vi.fn<() => void>()
  const action = { label: 'Undo', onPress: undo, shortcut: undoShortcut }
  act(() => void toast({ title: `Decided on ${about}`, action, about }))
  return undo
}

test('the key of a toast presses its action on any page, once', async () => {
  show(<p>Page</p>)
  const undo = decide('Amara')
  expect(await screen.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', 'u')
  await userEvent.keyboard('u')
  await userEvent.keyboard('u')
  expect(undo).toHaveBeenCalledOnce()
})

test('a key that is held down presses no toast', async () => {
  show(<p>Page</p>)
  const undo = decide('Amara')
  await screen.findByRole('button', { name: 'Undo' })
  fireEvent.keyDown(document.body, { key: 'u', repeat: true })
  expect(undo).not.toHaveBeenCalled()
})

test('a later decision takes away the Undo of an earlier one, also if it can’t be undone itself', async () => {
  show(<p>Page</p>)
  const undo = decide('Amara')
  await screen.findByRole('button', { name: 'Undo' })
  act(() => void toast({ title: 'Requested again', about: 'Kofi' }))
  expect(await screen.findByText('Requested again')).toBeInTheDocument()
  await userEvent.keyboard('u')
  expect(undo).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('below a newer toast, an action keeps its button but not its key', async () => {
  show(<p>Page</p>)
  const undo = decide('Amara')
  act(() => void toast({ title: 'Assigned' }))
  const button = await screen.findByRole('button', { name: 'Undo' })
  expect(button).not.toHaveAttribute('aria-keyshortcuts')
  await userEvent.keyboard('u')
  expect(undo).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(undo).toHaveBeenCalledOnce()
})

test.each(['alertdialog', 'menu', 'dialog'])(
  'a key typed while a %s is open presses no toast',
  async (role) => {
    show(<div role={role}>Open</div>)
    const undo = decide('Amara')
    await screen.findByRole('button', { name: 'Undo' })
    await userEvent.keyboard('u')
    expect(undo).not.toHaveBeenCalled()
  },
)

test('a failure interrupts a screen reader, a success waits for its turn', async () => {
  show(<p>Page</p>)
  act(() => {
    toast({ title: 'Profile updated', variant: 'success' })
    toast({ title: 'Payment failed', variant: 'destructive' })
  })
  await screen.findAllByRole('listitem')
  await act(() => vi.advanceTimersByTimeAsync(100))
  const announced = screen
    .getAllByRole('status')
    .map((region) => [region.ariaLive ?? region.getAttribute('aria-live'), region.textContent])
  expect(announced).toContainEqual(['polite', 'Notification Profile updated'])
  expect(announced).toContainEqual(['assertive', 'Notification Payment failed'])
})

test('a notice leaves room for what is opened next, and stays where it came over an open dialog', async () => {
  show(
    <Dialog trigger={<Button>View</Button>} title="Pay search fees">
      <p>Receipt</p>
    </Dialog>,
  )
  act(() => notice({ title: 'Task Completed', description: 'Upload proof of address' }))
  await vi.advanceTimersByTimeAsync(500)
  act(() => screen.getByRole('button', { name: 'View' }).click())
  await screen.findByRole('dialog')
  await vi.waitFor(() => expect(screen.queryByText('Task Completed')).not.toBeInTheDocument())
  act(() => notice({ title: 'Task Completed', description: 'Pay search fees' }))
  expect(screen.getByText('Task Completed')).toBeDefined()
})

test('a notice is gone after five seconds, counted from the newest', async () => {
  vi.useFakeTimers()
  show(<p>Page</p>)
  act(() => notice({ title: 'Task Completed' }))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  act(() => notice({ title: 'Reset Failed', variant: 'error' }))
  await act(() => vi.advanceTimersByTimeAsync(4_900))
  expect(screen.queryByText('Task Completed')).not.toBeInTheDocument()
  expect(screen.getByText('Reset Failed')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Reset Failed')).not.toBeInTheDocument()
})
