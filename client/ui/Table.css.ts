import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

/** Scrolls a table that is wider than its container. The keyboard can focus it. */
export const scroll = style({
  position: 'relative',
  minWidth: 0,
  overflowX: 'auto',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const table = style({
  // A table with dragged column widths has its width as an attribute.
  selectors: { '&:not([data-dragged])': { width: '100%' } },
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '13.5px',
  fontVariantNumeric: 'tabular-nums',
})
/** Space at the sides of a cell, in px. */
export const cellPadding = 10
globalStyle(`${table} th, ${table} td`, {
  height: '36px',
  padding: `0 ${cellPadding}px`,
  borderBottom: `1px solid ${theme.color.sunken}`,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  maxWidth: '320px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
/** The dash of a cell without a value. */
export const empty = style({ color: theme.color.textSoft, userSelect: 'none' })
globalStyle(`${table} thead th`, {
  height: '32px',
  borderBottomColor: theme.color.line,
  background: theme.color.canvas,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontWeight: 500,
})
globalStyle(`${table} tbody th`, {
  fontWeight: 500,
  '@media': {
    [media.narrow]: {
      minWidth: '120px',
      paddingBlock: theme.space.x1,
      whiteSpace: 'normal',
      overflowWrap: 'break-word',
    },
  },
})
globalStyle(`${table} [data-numeric]`, { textAlign: 'end' })
globalStyle(`${table} tbody tr:hover`, { background: theme.color.canvas })

/** Scrolls many rows below a head that stays. */
export const tall = style({ maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' })
globalStyle(`${tall} thead th`, { position: 'sticky', top: 0, zIndex: 1 })
globalStyle(`${tall} thead th:first-child`, { zIndex: 2, background: theme.color.canvas })

export const area = style({ minWidth: 0, overflow: 'auto' })
