/** What the tabs say that change fields of a store. */
export const storeFieldsMessages = {
  inherit: {
    reset: 'Reset to platform default',
    resetOf: (field: string) => `Reset to platform default: ${field}`,
    changed: (who: string) =>
      `${who} changed this setting after you opened the page. Reset it all the same, or reload to see it.`,
  },
  brand: {
    contrast: 'Contrast',
    example: 'Example',
    enough: (ratio: string, least: number) =>
      `Contrast ${ratio} to 1: enough to read (at least ${least} to 1).`,
    tooLittle: (ratio: string, least: number) =>
      `Contrast ${ratio} to 1: too little to read (at least ${least} to 1).`,
    noColours: 'Two colours written as #RRGGBB show their contrast here.',
    logo: 'Open the logo',
  },
} as const
