import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { stack, line } from './Store.css.ts'

export const log = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'clip',
})
globalStyle(`${log} > li + li`, { borderTop: line })
export const entry = style({ minWidth: 0 })
export const entryLine = style({
  display: 'grid',
  gridTemplateColumns: '14px 164px 84px 96px minmax(0, 1fr) fit-content(230px)',
  gap: `0 ${theme.space.x3}`,
  alignItems: 'center',
  minHeight: '36px',
  padding: `${theme.space.x1} ${theme.space.x4}`,
  overflowWrap: 'break-word',
  selectors: { '&:hover': { background: theme.color.canvas } },
  '@media': {
    'not all and (min-width: 1100px)': {
      display: 'flex',
      flexWrap: 'wrap',
      padding: `${theme.space.x2} ${theme.space.x3}`,
    },
  },
})
export const marker = style({
  color: theme.color.textSoft,
  selectors: { [`${entry}[open] > summary > &`]: { transform: 'rotate(90deg)' } },
})
export const times = style({
  padding: `0 ${theme.space.x2}`,
  borderRadius: '999px',
  background: theme.color.canvas,
  border: line,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
/** As the provider said it: a line of its own, under what happened. */
export const cause = style({ display: 'block', color: theme.color.textSoft })
export const actor = style({
  minWidth: 0,
  color: theme.color.textSoft,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media': { [media.roomy]: { textAlign: 'end' } },
})
export const entryMore = style({
  ...stack,
  gap: theme.space.x3,
  padding: `${theme.space.x2} ${theme.space.x4} ${theme.space.x4}`,
})
