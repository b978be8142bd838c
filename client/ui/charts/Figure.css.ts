import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/**
 * One card with tiles separated by hairlines: each tile draws its start and top lines, and the card
 * hides the outer ones.
 */
export const strip = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(152px, 1fr))',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'hidden',
  selectors: {
    '&[data-columns="3"]': {
      '@media': { [media.wide]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
    },
    '&[data-columns="4"]': {
      '@media': { [media.wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
    },
    '&[data-columns="5"]': {
      '@media': { [media.roomy]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
    },
  },
  '@media': { [media.narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const tile = style({
  display: 'grid',
  alignContent: 'start',
  gap: '2px',
  margin: '-1px 0 0 -1px',
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
  borderInlineStart: `1px solid ${theme.color.line}`,
  '@media': {
    [media.narrow]: {
      padding: theme.space.x3,
      // With five tiles in two columns, the last one takes the whole row.
      selectors: { '&:last-child:nth-child(odd)': { gridColumn: '1 / -1' } },
    },
  },
})
// With nine tiles in rows of five, the last one fills its row, so that the hairline continues.
globalStyle(`${strip}[data-columns="5"] > :last-child:nth-child(5n + 4)`, {
  '@media': { [media.roomy]: { gridColumn: 'span 2' } },
})
globalStyle(`${strip}[data-columns="4"] > :last-child:nth-child(4n + 3)`, {
  '@media': { [media.wide]: { gridColumn: 'span 2' } },
})
export const label = style({ color: theme.color.textSoft, fontSize: '12.5px' })
export const value = style({ lineHeight: 1.2 })
export const number = style({
  color: theme.color.text,
  fontSize: '20px',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '-0.02em',
  selectors: {
    'a&:not(:hover, :focus-visible)': { textDecoration: 'none' },
    'a&:hover': { color: theme.color.accent },
    '&[data-bad]': { color: theme.color.error },
  },
})
export const note = style({
  minHeight: '18px',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const change = style({
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const news = style({
  selectors: { '&[data-news="bad"]': { color: theme.color.error, fontWeight: 500 } },
})
