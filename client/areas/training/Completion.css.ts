import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '#client/styles/theme.css.ts'

/**
 * On narrow screens, bars and member counts are hidden to leave room for the store's name, and the
 * page scrolls instead of the table.
 */
export const completion = style({ minWidth: 0 })
globalStyle(`${completion} :is(progress, tr > :nth-child(3))`, {
  '@media': { [media.narrow]: { display: 'none' } },
})
globalStyle(`${completion} > div`, { '@media': { [media.narrow]: { maxHeight: 'none' } } })
globalStyle(`${completion} tr > *`, { '@media': { [media.narrow]: { paddingInline: '8px' } } })
