// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show, stubCanvas } from '#web/testing.tsx'
import { DocumentTask } from './dialog.tsx'
import { bill, openWire } from './testing.ts'

let wire: ReturnType<typeof openWire>
beforeEach(() => {
  wire = openWire()
})

interface Photo {
  width?: number
  height?: number
  /** Brightness of the ink and of the paper, 0 to 255. */
  ink?: number
  paper?: number
  hasGlare?: boolean
}

/**
 * Stubs what jsdom lacks: opening a picture and drawing it. Here the picture is strokes on paper. Returns the function
 * that opens it.
 */
const opensPhotosAs = (photo: Photo | 'nothing it knows') => {
  const openPhoto = vi.fn(async () => {
    if (photo === 'nothing it knows') throw new DOMException('The source image could not be decoded.')
    const { width = 1600, height = 1200 } = photo
    return { width, height, close: () => {} }
  })
  vi.stubGlobal('createImageBitmap', openPhoto)
  const facts = photo === 'nothing it knows' ? {} : photo
  const getImageData = (_x: number, _y: number, width: number, height: number) => ({
    data: drawn(width, height, facts),
  })
  const pen = { fillRect: () => {}, drawImage: () => {}, getImageData }
  stubCanvas(pen)
  return openPhoto
}

const drawn = (width: number, height: number, { ink = 30, paper = 190, hasGlare = false }: Photo) => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    const isGlare = hasGlare && at % width < width / 4
    data.fill(isGlare ? 255 : at % 16 < 4 ? ink : paper, at * 4, at * 4 + 4)
  }
  return data
}

const photo = () => bill({ name: 'bill.jpg', type: 'image/jpeg' })
const choose = async (file = photo()) => {
  show(<DocumentTask task={taskOf(1)} close={() => {}} done={() => {}} />, [
    answer(documents.list, () => []),
    answer(tasks.list, () => [taskOf(1)]),
  ])
  await userEvent.upload(screen.getByLabelText('Choose a file'), file)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const advice = 'You can send it, or take it again.'
/** Runs what follows once a file was chosen or a photo opened, which waits for nothing else. */
const settle = () => act(async () => {})
const opened = async (openPhoto: ReturnType<typeof opensPhotosAs>) => {
  await waitFor(() => expect(openPhoto).toHaveBeenCalledOnce())
  await settle()
}

const faults: [what: string, photo: Photo, words: string][] = [
  ['dark', { ink: 5, paper: 40 }, 'This photo looks dark.'],
  ['blurred', { ink: 184 }, 'This photo looks blurred.'],
  ['under a lamp', { hasGlare: true }, 'A reflection seems to cover part of this photo.'],
  ['small', { width: 640, height: 480 }, 'This photo is small, so the print may be hard to read.'],
]

test.each(faults)('a photo that is %s is told so beside the file', async (_, facts, words) => {
  opensPhotosAs(facts)
  await choose()

  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.getByText(advice)).toBeInTheDocument()
})

test('a photo is sent all the same where its sender says so', async () => {
  opensPhotosAs({ paper: 20, ink: 0 })
  await choose()
  await screen.findByText('This photo looks dark.')

  await press('Send anyway')

  expect(wire.isSending()).toBe(true)
  expect(screen.queryByText(advice)).not.toBeInTheDocument()
})

test('a photo that is taken again makes place for the new one', async () => {
  opensPhotosAs({ paper: 20, ink: 0 })
  await choose()
  await screen.findByText('This photo looks dark.')

  await press('Take again')
  expect(screen.queryByText(advice)).not.toBeInTheDocument()
  const openPhoto = opensPhotosAs({})
  await userEvent.upload(screen.getByLabelText('Choose a file'), photo())

  await opened(openPhoto)
  expect(screen.queryByText(advice)).not.toBeInTheDocument()
  expect(wire.isSending()).toBe(false)
})

test('a clear photo, a PDF and a picture that the browser cannot open are not commented on', async () => {
  const openClear = opensPhotosAs({})
  await choose()
  await opened(openClear)
  expect(screen.queryByText(advice)).not.toBeInTheDocument()

  const openUnknown = opensPhotosAs('nothing it knows')
  await press('Change')
  await userEvent.upload(screen.getByLabelText('Choose a file'), photo())
  await opened(openUnknown)
  expect(screen.queryByText(advice)).not.toBeInTheDocument()

  const openPdf = opensPhotosAs({ paper: 20, ink: 0 })
  await press('Change')
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill())
  await settle()
  expect(openPdf).not.toHaveBeenCalled()
  expect(screen.queryByText(advice)).not.toBeInTheDocument()
})
