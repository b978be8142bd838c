import type { Loss } from './winners.ts'

export const stickerWords = {
  from: 'from ',
  until: 'until ',
  to: ' – ',
  always: 'always',
  preview: 'On a card',
  product: 'Sample product',
  price: '24.00',
  who: 'Who wins where',
  alone: 'No other sticker that is live meets it on all of its cards.',
  further: (names: string[]) =>
    `Where ${names.join(', ')} ${names.length === 1 ? 'applies' : 'apply'} too`,
  this: 'This sticker',
  stands: (name: string, position: string) => `${name}: ${position}`,
  loses: (name: string, to: string, by: Loss<never>['by']) => `${name}: ${losses[by](to)}`,
  contrast: (ratio: string, enough: boolean) =>
    `Contrast ${ratio} to 1: ${enough ? 'enough to read' : 'too little to read (at least 4.5 to 1)'}.`,
} as const

const losses: Record<Loss<never>['by'], (to: string) => string> = {
  place: (to) => `hidden, since ${to} has its place and a higher rank`,
  exclusive: (to) => `hidden, since ${to} stands alone`,
  alone: (to) => `hidden, since it stands alone or not at all, and ${to} ranks higher`,
}
