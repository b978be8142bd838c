import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const field = style({
  display: 'grid',
  gap: theme.space.x1,
  alignContent: 'start',
  minWidth: 0,
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `0 ${theme.space.x1}`,
})
export const label = style({ fontSize: '12.5px', fontWeight: 500 })
export const optional = style({ color: theme.color.textSoft, fontSize: '12.5px' })
export const aside = style({ marginInlineStart: 'auto', lineHeight: 1 })
export const hint = style({ color: theme.color.textSoft, fontSize: theme.size.small })
export const error = style({ color: theme.color.error, fontSize: theme.size.small })
export const box = style({
  display: 'flex',
  alignItems: 'stretch',
  minWidth: 0,
})
/** A prefix or suffix that joins its control. */
export const affix = style({
  display: 'inline-flex',
  alignItems: 'center',
  padding: `0 ${theme.space.x2}`,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  background: theme.color.sunken,
  color: theme.color.textSoft,
  fontSize: '13px',
  selectors: {
    '&:first-child': {
      borderInlineEnd: 0,
      borderStartEndRadius: 0,
      borderEndEndRadius: 0,
    },
    '&:last-child': {
      borderInlineStart: 0,
      borderStartStartRadius: 0,
      borderEndStartRadius: 0,
    },
  },
})
export const control = style({
  flex: 1,
  width: '100%',
  minWidth: 0,
  minHeight: theme.height.normal,
  padding: `5px ${theme.space.x2}`,
  lineHeight: '20px',
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  selectors: {
    '&[aria-invalid="true"]': { borderColor: theme.color.error, background: theme.color.errorSoft },
    '&:disabled, &[readonly]': { background: theme.color.sunken, color: theme.color.textSoft },
    '&[type="color"]': { padding: '2px', maxWidth: '56px' },
    [`${affix} + &`]: { borderStartStartRadius: 0, borderEndStartRadius: 0 },
    [`&:has(+ ${affix})`]: { borderStartEndRadius: 0, borderEndEndRadius: 0 },
  },
})
// Browsers add padding around the parts of a date.
globalStyle(`${control}::-webkit-datetime-edit, ${control}::-webkit-datetime-edit-fields-wrapper`, {
  padding: 0,
})
/** Input that adds to the selected options. It shares a box with them that looks like a control. */
export const adds = style({
  flex: '1 1 120px',
  minWidth: 0,
  minHeight: '24px',
  padding: '0 5px',
  border: 0,
  background: 'none',
  selectors: { '&:focus-visible': { outline: 'none' } },
})
export const several = style({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x1,
  minWidth: 0,
  minHeight: theme.height.normal,
  padding: '3px',
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  selectors: {
    [`&:has(> ${adds}[aria-invalid="true"])`]: {
      borderColor: theme.color.error,
      background: theme.color.errorSoft,
    },
    [`&:has(> ${adds}:focus-visible)`]: {
      outline: `2px solid ${theme.color.focus}`,
      outlineOffset: '2px',
    },
  },
})
/** The input for editing one of the selected entries. */
globalStyle(`${several} > ${control}`, { flexBasis: '100%' })
/** Everything to choose from looks alike: native selects, comboboxes, collapsed checkboxes. */
const chevron = {
  appearance: 'none',
  paddingInlineEnd: theme.space.x6,
  backgroundImage:
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16' fill='none' stroke='%23475569' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E\")",
  backgroundPosition: 'right 6px center',
  backgroundRepeat: 'no-repeat',
} as const
globalStyle(
  `select.${control}:not([multiple]), .${control}[name$=".text"]:not(textarea), .${adds}[name$=".text"]`,
  chevron,
)
/** A textarea that script turns into such a box takes no more room than the box. */
globalStyle(`textarea.${control}[name$=".text"]`, {
  '@media': { '(scripting: enabled)': { fieldSizing: 'content' } },
})
globalStyle(`summary.${control}`, { ...chevron, display: 'block', listStyle: 'none' })
globalStyle(`summary.${control}::-webkit-details-marker`, { display: 'none' })
export const number = style({ fontVariantNumeric: 'tabular-nums' })
export const switchRow = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: theme.height.small,
})
export const switchBox = style({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  width: '36px',
  height: '20px',
  margin: '2px 0',
  borderRadius: theme.radius.round,
  border: `1px solid ${theme.color.textSoft}`,
  background: theme.color.lineStrong,
  cursor: 'pointer',
  selectors: {
    '&::after': {
      content: '',
      position: 'absolute',
      top: '2px',
      left: '2px',
      width: '14px',
      height: '14px',
      borderRadius: '50%',
      background: theme.color.surface,
      transition: 'transform 120ms',
    },
    '&:checked': { background: theme.color.accent, borderColor: theme.color.accent },
    '&:checked::after': { transform: 'translateX(16px)' },
    '&:disabled': { opacity: 0.5, cursor: 'default' },
  },
})
