export const permissionMatrixMessages = {
  matrix: 'Permissions',
  hint: 'Every other permission in an area includes Read. Secrets lets users change passwords and keys, and view gift card codes.',
  area: 'Area',
  whole: (area: string) => `All permissions for ${area}`,
  column: (action: string) => `${action} in all areas`,
  cell: (area: string, action: string) => `${area}: ${action}`,
} as const
