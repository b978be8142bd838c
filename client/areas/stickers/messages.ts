import type { PlacementLoss } from './stickerPlacement.ts'

export const stickersMessages = {
  from: 'From',
  until: 'Until',
  to: 'to',
  always: 'Always',
  allProducts: 'All products',
  someProducts: 'Some products',
  preview: 'Preview on a product card',
  product: 'Sample product',
  price: '24.00',
  who: 'Where stickers appear',
  alone: "No other live sticker appears on all of this sticker's product cards.",
  further: (names: string[]) =>
    `Include stickers that share only some products with this sticker: ${names.join(', ')}`,
  this: 'This sticker',
  stands: (name: string, position: string) => `${name}: ${position}`,
  loses: (name: string, to: string, by: PlacementLoss<never>['by']) =>
    `${name}: ${lossMessages[by](to)}`,
  contrast: (ratio: string, enough: boolean) =>
    enough
      ? `Contrast ${ratio}:1, easy to read.`
      : `Contrast ${ratio}:1, hard to read. Use at least 4.5:1.`,
} as const

const lossMessages: Record<PlacementLoss<never>['by'], (to: string) => string> = {
  place: (to) => `hidden because ${to} is in the same position and ranks higher`,
  exclusive: (to) => `hidden because ${to} hides all other stickers`,
  alone: (to) => `hidden because it's exclusive and ${to} ranks higher`,
}
