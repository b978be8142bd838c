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
      position: 'relative',
      display: 'flex',
      flexWrap: 'wrap',
      padding: `${theme.space.x2} ${theme.space.x3}`,
      paddingInlineStart: '34px',
    },
  },
})
/** Where there is no room beside it, what happened comes first. */
globalStyle(`${entryLine} > :nth-child(5)`, {
  '@media': { 'not all and (min-width: 1100px)': { order: -1, flex: '1 0 100%' } },
})
export const marker = style({
  '@media': {
    'not all and (min-width: 1100px)': {
      position: 'absolute',
      insetInlineStart: '14px',
      top: '8px',
    },
  },
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
