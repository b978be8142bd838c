import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paletteMessages } from '#client/parts/palette/messages.ts'
import { resources } from '#shared/areas/index.ts'
import { createFullPlatform } from '#tests/support/servers/fullPlatform.ts'
import { stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const getPath = (name: string): string => resources.find((one) => one.name === name)?.path ?? ''

/** The URLs of all panels that the palette opens. */
const panelUrls = [
  ...Object.entries(paletteMessages.recordPanels).flatMap(([name, panels]) =>
    Object.keys(panels).map(
      (kind) => `${getPath(name)}${getPath(name).includes('?') ? '&' : '?'}${kind}=1`,
    ),
  ),
  ...paletteMessages.listPanels.map(({ to }) => to),
  // A list of sub-attributes needs their attribute.
].filter((url) => !url.includes(':'))

test.each([...panelUrls, '/sizes?noSuchPanel=1'])(
  'the palette opens a known panel at %s',
  async (url) => {
    const platform = createFullPlatform()
    const attempt = { id: 1, ...stamp, amount: 1000, currency: 'USD' }
    platform.replies.set('GET /paymentAttempts/1', { status: 200, body: attempt })
    await renderConsole(url, { platform })
    const unknown = screen.queryByText(/isn't supported by this list/)
    expect(unknown === null).toBe(!url.includes('noSuchPanel'))
  },
)
