import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const months = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x2,
  marginBlock: theme.space.x2,
})
export const step = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.height.normal,
  padding: `0 ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  color: theme.color.text,
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.sunken } },
})
export const note = style({ marginBlock: theme.space.x2, color: theme.color.textSoft })
export const none = style({
  margin: `${theme.space.x4} 0`,
  color: theme.color.textSoft,
  '@media': { [media.wide]: { display: 'none' } },
})

export const grid = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  '@media': { [media.narrow]: { display: 'block', border: 0, background: 'none' } },
})
globalStyle(`${grid} th`, {
  padding: `6px ${theme.space.x2}`,
  borderBottom: `1px solid ${theme.color.line}`,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontWeight: 500,
  textAlign: 'start',
})
globalStyle(`${grid} thead`, { '@media': { [media.narrow]: { display: 'none' } } })
globalStyle(`${grid} tbody, ${grid} tr`, { '@media': { [media.narrow]: { display: 'block' } } })

const cell = style({
  height: '112px',
  padding: '6px',
  borderBottom: `1px solid ${theme.color.line}`,
  verticalAlign: 'top',
  selectors: {
    'tr:last-child > &': { borderBottom: 0 },
  },
  '@media': {
    [media.narrow]: {
      display: 'block',
      height: 'auto',
      marginBottom: theme.space.x2,
      padding: theme.space.x3,
      border: `1px solid ${theme.color.line}`,
      borderRadius: theme.radius.medium,
      background: theme.color.surface,
      selectors: { '&[data-empty]': { display: 'none' } },
    },
  },
})
export const day = style([cell])
export const otherDay = style([cell, { background: theme.color.canvas }])
globalStyle(`${grid} td + td`, {
  '@media': { [media.wide]: { borderInlineStart: `1px solid ${theme.color.line}` } },
})
export const number = style({
  display: 'inline-block',
  minWidth: '22px',
  padding: '0 4px',
  borderRadius: theme.radius.round,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
  selectors: {
    '&[aria-current]': { background: theme.color.accent, color: theme.color.onAccent },
  },
})

export const deadlines = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '3px',
  margin: `${theme.space.x1} 0 0`,
  padding: 0,
  listStyle: 'none',
})
/** Up to three lines; a tooltip has the whole text. */
export const deadline = style({
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  padding: '2px 6px',
  borderInlineStart: `3px solid ${theme.color.accent}`,
  borderRadius: theme.radius.small,
  background: theme.color.accentSoft,
  color: theme.color.text,
  fontSize: '12.5px',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    '&[data-kind="dispute"]': {
      borderInlineStartColor: theme.color.warning,
      background: theme.color.warningSoft,
    },
    '&[data-kind="deletion"]': {
      borderInlineStartColor: theme.color.error,
      background: theme.color.errorSoft,
    },
  },
  '@media': { [media.narrow]: { display: 'block', padding: '6px', fontSize: '14px' } },
})
export const more = style({ padding: '2px 6px', fontSize: '12.5px', color: theme.color.accent })
