import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'
import * as button from '#client/ui/Button.css.ts'

export const range = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space.x2 })

export const swatch = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x2,
  verticalAlign: 'top',
  whiteSpace: 'nowrap',
})

/** As tall as a row allows. */
export const picture = style({
  display: 'block',
  maxWidth: '72px',
  height: '28px',
  objectFit: 'contain',
})

export const choices = style({ display: 'grid', gap: theme.space.x1, minWidth: 0 })
export const boxes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
  gap: `0 ${theme.space.x3}`,
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
})
export const box = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '28px',
})

/** Each chip is an item of the surrounding box (`several` in `ui/inputs/Field.css.ts`). */
export const chips = style({ display: 'contents' })
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: '24px',
  paddingInlineStart: theme.space.x2,
  borderRadius: theme.radius.small,
  background: theme.color.sunken,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '24px',
  height: '24px',
  padding: 0,
  border: 0,
  borderRadius: theme.radius.small,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: theme.color.text },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&::before': { width: '14px', height: '14px' },
  },
})

export const folded = style({ minWidth: 0 })
globalStyle(`${choices} > legend`, { marginBottom: theme.space.x1 })
export const picker = style({
  appearance: 'none',
  width: '20px',
  height: '20px',
  padding: 0,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.small,
  background: 'none',
  overflow: 'hidden',
  cursor: 'pointer',
  selectors: {
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: 0 },
    '&::-moz-color-swatch': { border: 0 },
    '&[data-empty]': { borderStyle: 'dashed' },
    'html:not([data-hydrated]) &': { pointerEvents: 'none' },
  },
})

export const fileBox = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  minWidth: 0,
  padding: theme.space.x2,
  border: `1px dashed ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  selectors: {
    '&[data-over]': { borderColor: theme.color.accent, background: theme.color.accentSoft },
    '&:has([aria-invalid="true"])': { borderColor: theme.color.error },
  },
})
export const fileRows = style({ display: 'grid', flex: 1, gap: theme.space.x1, minWidth: 0 })
export const fileRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space.x1} ${theme.space.x2}`,
  minHeight: theme.height.normal,
})
globalStyle(`${fileRow} > input[type="file"]`, { flex: '1 1 200px', border: 0, padding: '2px 0' })
globalStyle(`${fileRow} > input::file-selector-button`, {
  minHeight: theme.height.small,
  marginInlineEnd: theme.space.x2,
  padding: `0 ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  font: 'inherit',
  fontSize: '13px',
  fontWeight: 500,
})
export const fileName = style({
  justifySelf: 'start',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const thumbnail = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '56px',
  height: '56px',
  borderRadius: theme.radius.small,
  background: theme.color.sunken,
  overflow: 'hidden',
})
globalStyle(`${thumbnail} > img`, { width: '100%', height: '100%', objectFit: 'contain' })
/** The browser's own input covers what looks like a button. */
export const fileButton = style({ position: 'relative', display: 'inline-flex' })
export const fileControl = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  opacity: 0,
  cursor: 'pointer',
})
export const fileLook = style([
  button.size.small,
  button.variant.normal,
  button.color.white,
  {
    selectors: {
      [`${fileControl}:focus-visible + &`]: {
        outline: `2px solid ${theme.color.accent}`,
        outlineOffset: '2px',
      },
      [`${fileControl}:hover + &`]: { background: theme.color.sunken },
    },
  },
])
export const fileHint = style({ color: theme.color.textSoft, fontSize: theme.size.small })
export const fileNews = style({
  flexBasis: '100%',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  selectors: { '&:empty': { display: 'none' } },
})
