import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as stickers from './Stickers.tsx'

export const screens: AreaScreens<'stickers'> = {
  '/stickers': stickers,
}
