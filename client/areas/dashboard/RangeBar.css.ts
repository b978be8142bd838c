import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: `${theme.space.x2} ${theme.space.x4}`,
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: `${theme.space.x2} ${theme.space.x3}`,
  minWidth: 0,
})
export const day = style({ minWidth: 0 })
globalStyle(`${day} > div`, {
  gridTemplateColumns: 'auto 140px',
  alignItems: 'center',
  columnGap: theme.space.x2,
  '@media': { [media.narrow]: { gridTemplateColumns: '36px 140px' } },
})
globalStyle(`${day} > div > p`, { gridColumn: '1 / -1' })
/** As high as the adjacent fields. */
export const compare = style({ paddingTop: '3px' })
export const shown = style({
  flexBasis: '100%',
  minHeight: '20px',
  color: theme.color.textSoft,
  fontSize: '13px',
  fontVariantNumeric: 'tabular-nums',
})

export const segments = style({
  display: 'flex',
  flexWrap: 'wrap',
  width: 'fit-content',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const item = style({
  display: 'flex',
  selectors: { '& + &': { borderInlineStart: `1px solid ${theme.color.line}` } },
})
export const segment = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '32px',
  padding: `0 ${theme.space.x3}`,
  color: theme.color.textSoft,
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { background: theme.color.sunken, color: theme.color.text },
    '&[aria-current]': { background: theme.color.accentSoft, color: theme.color.accentHover },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
