import { stickers } from '#shared/areas/stickers/stickers.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { stickerHooks } from './hooks.ts'
import { insertStickers } from './seed.ts'

export const stickersArea = defineArea({
  name: 'stickers',
  resources: [stickers],
  hooks: { stickers: stickerHooks },
  seed: { afterStores: insertStickers },
})
