import type { Page } from '@playwright/test'
import { changeColours, expectAccessibleAsWorn } from './axe.ts'
import { journeys } from './journey.ts'
import { expectNoSidewaysScroll } from './page-actions/seen.ts'
import { enterPlace, guests } from './page-inventory.ts'
import type { Guest } from './page-inventory-guests.ts'

const test = journeys()
test.describe.configure({ mode: 'parallel' })
// Goes through the whole portal.
test.slow()

/** Sixty letters without a space, and file names too long for any line. */
const long = {
  firstName: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis',
  lastName: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochian',
  bill: `${'a-very-long-name-of-a-file-without-a-single-space-'.repeat(4)}.pdf`,
  photo: `${'photograph'.repeat(18)}.jpg`,
}

const widths = { desktop: [1360, 768, 320], phone: [390] }
const devices = ['desktop', 'phone'] as const
const visits = Object.entries<Guest>(guests).flatMap(([who, guest]) =>
  devices
    .filter((device) => device === 'desktop' || !guest.isAtDesk)
    .map((device) => ({ who, guest, device })),
)

for (const { who, guest, device } of visits)
  test(`everything that opens for ${who} on a ${device} is accessible, and fits every window`, async ({
    visit,
  }) => {
    const visited = await visit({
      device,
      // Each device has one colour scheme, so a page that exists on both is checked in both schemes.
      colours: device === 'phone' ? 'dark' : 'light',
      awaited: [/status of 404 .*(no-such-page|invitation)/, /status of 401 .*login\/provider/],
    })
    await guest.enter(visited, long)
    for (const place of guest.places.filter(({ only = device }) => only === device)) {
      await enterPlace(visited.page, place)
      await expectAccessibleAsWorn(visited.page, place.name)
      await expectFits(visited.page, widths[device])
      if (guest.isAtDesk) await expectNarrow(visited.page, place.name)
    }
  })

/** Checks the page at the width of a phone, and in the other colours. */
const expectNarrow = async (page: Page, place: string) => {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await changeColours(page)
  await expectNoSidewaysScroll(page)
  await expectAccessibleAsWorn(page, `${place}, narrow`)
  if (wide) await page.setViewportSize(wide)
}

const expectFits = async (page: Page, all: number[]) => {
  const size = page.viewportSize()
  for (const width of all) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  if (size) await page.setViewportSize(size)
}
