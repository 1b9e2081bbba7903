import type { Page } from '@playwright/test'
import { changeColours, expectAccessibleAsWorn } from './axe.ts'
import { journeys } from './journey.ts'
import { expectNoSidewaysScroll, expectNothingCutOff } from './page-actions/seen.ts'
import { enterPlace, guests } from './page-inventory.ts'
import type { Guest } from './page-inventory-guests.ts'

const test = journeys()
test.describe.configure({ mode: 'parallel' })
// Goes through the whole portal.
test.slow()

const desktop = { width: 1360, height: 900 }
const phone = { width: 390, height: 844 }

/** Sixty letters without a space, and file names too long for any line. */
const long = {
  firstName: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis',
  lastName: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochian',
  bill: `${'a-very-long-name-of-a-file-without-a-single-space-'.repeat(4)}.pdf`,
  photo: `${'photograph'.repeat(18)}.jpg`,
}

for (const [who, guest] of Object.entries<Guest>(guests))
  test(`everything that opens for ${who} is accessible, and fits every window`, async ({ visit }) => {
    const visited = await visit({
      awaited: [
        /status of 404 .*(no-such-page|invitation)/,
        /status of 401 .*login\/provider/,
        /status of 422 .*reset-password/,
      ],
    })
    await guest.enter(visited, long)
    for (const place of guest.places) {
      await visited.page.setViewportSize(place.isOnPhone ? phone : desktop)
      await enterPlace(visited.page, place)
      if (!place.isOnPhone) {
        await expectAccessibleAsWorn(visited.page, place.name)
        await expectFits(visited.page, [1360, 768, 320])
      }
      await expectNarrow(visited.page, place.name)
      await expectLargeText(visited.page)
    }
  })

/** Checks the page in the window of a phone, and in the other colours, which it keeps. */
const expectNarrow = async (page: Page, place: string) => {
  await page.setViewportSize(phone)
  await changeColours(page)
  await expectNoSidewaysScroll(page)
  await expectAccessibleAsWorn(page, `${place}, on a phone`)
}

/** Checks the page in the window of a phone whose text is set to twice its size in the browser's settings. */
const expectLargeText = async (page: Page) => {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
  await expectNoSidewaysScroll(page)
  await expectNothingCutOff(page)
  await inspector.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await inspector.detach()
}

const expectFits = async (page: Page, widths: number[]) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: desktop.height })
    await expectNoSidewaysScroll(page)
  }
}
