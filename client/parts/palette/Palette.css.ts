import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const backdrop = 'rgb(15 23 42 / 28%)'

export const dialog = style({
  position: 'fixed',
  inset: 0,
  zIndex: 50,
  width: 'min(600px, calc(100vw - 24px))',
  maxWidth: 'none',
  maxHeight: 'min(560px, calc(100dvh - 120px))',
  margin: '88px auto auto',
  padding: 0,
  border: 0,
  borderRadius: '12px',
  background: theme.color.surface,
  boxShadow: `0 24px 64px ${theme.color.shade}, 0 0 0 1px ${theme.color.line}`,
  overflow: 'hidden',
  selectors: {
    '&[open]': { display: 'flex', flexDirection: 'column' },
    '&::backdrop': { background: backdrop },
  },
  '@media': {
    [media.narrow]: { marginTop: theme.space.x3, maxHeight: 'calc(100dvh - 24px)' },
  },
})
export const top = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  padding: `0 ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const glass = style({ flex: 'none', color: theme.color.textSoft })
export const input = style({
  flex: 1,
  minWidth: 0,
  height: '49px',
  padding: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  color: theme.color.text,
  fontSize: theme.size.large,
  selectors: { '&::-webkit-search-cancel-button': { display: 'none' } },
})
/** Only visible without JavaScript. */
export const plain = style({
  flex: 'none',
  padding: `4px ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  font: 'inherit',
  '@media': { '(scripting: enabled)': { display: 'none' } },
})
export const list = style({
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '6px',
})
export const heading = style({
  padding: `10px 10px 6px`,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontWeight: 500,
})
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  minHeight: '36px',
  padding: '0 10px',
  borderRadius: '8px',
  color: theme.color.text,
  textDecoration: 'none',
  // The item may be a button.
  width: '100%',
  border: 0,
  background: 'none',
  font: 'inherit',
  textAlign: 'start',
  selectors: {
    '&:hover': { background: theme.color.sunken, textDecoration: 'none' },
    '&[data-part]': { paddingInlineStart: '32px', color: theme.color.textSoft },
    '&[data-chosen]': { background: theme.color.accentSoft },
    '&[data-chosen]::after': {
      content: '↵',
      marginInlineStart: 'auto',
      padding: '0 6px',
      border: `1px solid ${theme.color.line}`,
      borderRadius: theme.radius.small,
      background: theme.color.surface,
      color: theme.color.textSoft,
      fontSize: theme.size.small,
    },
  },
})
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
export const name = style({ ...oneLine, flex: 'none', maxWidth: '85%' })
export const detail = style({
  ...oneLine,
  minWidth: 0,
  color: theme.color.textSoft,
  fontSize: '13px',
})
globalStyle(`${option} mark`, {
  background: 'none',
  color: theme.color.accent,
  fontWeight: 600,
})
export const says = style({
  color: theme.color.textSoft,
  selectors: { '&:not(:empty)': { padding: `${theme.space.x3} ${theme.space.x4}` } },
})
export const foot = style({
  display: 'flex',
  gap: theme.space.x4,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  '@media': {
    [media.narrow]: { display: 'none' },
    '(scripting: none)': { display: 'none' },
  },
})
