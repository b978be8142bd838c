const megabyte = 1_000_000

/** A body and its headers. The content type is JSON unless the headers say otherwise. */
export type HostileJson = { body: string | Buffer; headers?: Record<string, string> }

/** The field names of a call, from its JSON Schema. */
export type KnownFields = readonly string[]

type BodyBuilder = (fields: KnownFields) => HostileJson | string

/** Builds an object whose fields all have this value. The value is already JSON. */
const fillAll = (fields: KnownFields, value: string) =>
  `{${fields.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`

/** Builds an object with the value in its first field and a text in all others. */
const fillFirst = ([first = 'name', ...others]: KnownFields, value: string) =>
  `{${[`${JSON.stringify(first)}:${value}`, ...others.map((name) => `${JSON.stringify(name)}:"x"`)].join(',')}}`

const nest = (open: string, close: string, levels: number, content = '1') =>
  open.repeat(levels) + content + close.repeat(levels)

const buildKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`

const buildPrototypes = (value: string) =>
  `{"__proto__":${value},"constructor":{"prototype":${value}},"prototype":${value},"toString":${value},"hasOwnProperty":${value},"valueOf":1,"toJSON":${value},"then":${value},"length":-1}`

const joinBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))) // Buffer.from takes either.

const withType = (type: string, body: string | Buffer = '{"name":"x"}'): HostileJson => ({
  body,
  headers: { 'content-type': type },
})

/** A value of each JSON type, and values that often break programs. */
const values: Record<string, string> = {
  null: 'null',
  true: 'true',
  zero: '0',
  negativeZero: '-0',
  negative: '-1',
  fraction: '0.1',
  beyondNumbers: '1e400',
  tiny: '1e-400',
  unsafe: '9007199254740993',
  beyondIntegers: '2147483648',
  digits: '9'.repeat(400),
  empty: '""',
  blank: '" "',
  text: '"x"',
  numberText: '"1e400"',
  longText: `"${'x'.repeat(20_000)}"`,
  nul: '"a\\u0000b"',
  halfLetter: '"\\ud800"',
  otherHalf: '"x\\udfff\\ud800x"',
  controls: '"\\u0001\\u001f\\u007f\\u0085\\u2028\\u202e\\ufeff\\uffff"',
  accents: `"${'e\\u0301'.repeat(20)}${'\\u0301'.repeat(500)}"`,
  prototypeText: '"__proto__"',
  patternText: '"(a+)+$ %s {{x}} ${1} \' OR 1=1 -- \\\\"',
  list: '[]',
  listOfList: '[[]]',
  listOfNull: '[null]',
  mixedList: '[1,"1",null,true,{},[]]',
  object: '{}',
  record: '{"id":1}',
  unusualRecord: '{"id":1e400,"label":{},"name":[]}',
  prototypeRecord: buildPrototypes('{"x":1}'),
}

/** Builds each kind of hostile body for a call that takes JSON. */
export const hostileJson: Record<string, BodyBuilder> = {
  ...Object.fromEntries(
    Object.entries(values).map(([kind, value]) => [
      `${kind} in every field`,
      (fields: KnownFields) => fillAll(fields, value),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(values).map(([kind, value]) => [`${kind} as the body`, () => value]),
  ),
  deepLists: () => nest('[', ']', 10_000),
  deepObjects: () => nest('{"a":', '}', 10_000),
  deepPrototypes: () => nest('{"__proto__":', '}', 10_000),
  deepField: (fields) => fillFirst(fields, nest('[', ']', 10_000)),
  deepestField: (fields) => fillFirst(fields, nest('{"a":[', ']}', 80_000)),
  allowedDepth: (fields) => fillAll(fields, nest('[', ']', 8)),
  wideBody: () => buildKeys(50_000),
  wideField: (fields) => fillFirst(fields, buildKeys(50_000)),
  wideRecord: () => `{"records":[${buildKeys(50_000)}],"ids":[1]}`,
  wideRecords: () =>
    `{"records":[${'{"name":1},'.repeat(60_000)}{}],"ids":[${'1,'.repeat(60_000)}1]}`,
  longList: () => `[${'1,'.repeat((megabyte - 100) / 2)}1]`,
  longFieldList: (fields) => fillFirst(fields, `[${'1,'.repeat((megabyte - 9000) / 2)}1]`),
  longEmptyLists: (fields) => fillFirst(fields, `[${'[],'.repeat((megabyte - 9000) / 3)}1]`),
  longTextList: (fields) => fillFirst(fields, `[${'"a@b.example",'.repeat(65_000)}"x"]`),
  longFieldText: (fields) => fillFirst(fields, `"${'x'.repeat(megabyte - 9000)}"`),
  longLetters: (fields) => fillFirst(fields, `"${'é\u0301'.repeat(200_000)}"`),
  longLines: (fields) => fillFirst(fields, `"${'a\\n'.repeat(300_000)}"`),
  longName: () => `{"${'x'.repeat(megabyte - 100)}":1}`,
  tooLong: () => `"${'x'.repeat(megabyte + 100_000)}"`,
  prototypes: () => buildPrototypes(buildPrototypes('{"x":1}')),
  prototypeFields: (fields) => fillAll(fields, buildPrototypes(buildPrototypes('[]'))),
  prototypeRecords: () =>
    `{"records":[${buildPrototypes('1')}],"values":${buildPrototypes('1')},"ids":${buildPrototypes('1')},"__proto__":null}`,
  longNumber: (fields) => fillFirst(fields, '9'.repeat(200_000)),
  notUtf8: (fields) => ({
    body: joinBytes('{"', fields[0] ?? 'name', '":"', [0xff, 0xfe, 0xc0, 0x80], '"}'),
  }),
  halfLetterBytes: () => ({ body: joinBytes('{"name":"', [0xed, 0xa0, 0x80], '"}') }),
  nulBytes: () => ({ body: joinBytes('{"name":"', [0], '"}', [0, 0]) }),
  byteOrderMark: () => '\ufeff{"name":"x"}',
  utf16: () => withType('application/json; charset=utf-16', Buffer.from('{"name":"x"}', 'utf16le')),
  sameNameTwice: (fields) =>
    `{${fields.flatMap((name) => ['1', '"x"', 'null', '[]'].map((value) => `${JSON.stringify(name)}:${value}`)).join(',')}}`,
  sameNameOften: () => `{${'"name":1,'.repeat(100_000)}"name":2}`,
  truncated: (fields) => fillAll(fields, '"x"').slice(0, -2),
  truncatedLetter: () => '{"name":"\\u00',
  trailing: () => '{"name":"x"} {"name":"y"}',
  onlyBlanks: () => ' \n'.repeat(400_000),
  noBody: () => '',
  notJson: () => 'name=x&code=y',
  notANumber: () => '{"name":NaN,"id":Infinity,"x":undefined}',
  plainType: () => withType('text/plain'),
  formType: () => withType('application/x-www-form-urlencoded', 'name=x&__proto__[a]=1'),
  multipartType: () => withType('multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--'),
  multipartWithoutBoundary: () => withType('multipart/form-data'),
  xmlType: () => withType('application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  otherJsonType: () => withType('application/vnd.api+json'),
  brokenType: () => withType(';;;=,/'),
  twoTypes: () => withType('application/json, text/html'),
  unknownCharset: () => withType('application/json; charset="\\"x"'),
  latinCharset: () => withType('application/json; charset=iso-8859-1'),
  longType: () => withType(`application/json; x=${'y'.repeat(6000)}`),
  gzip: () => ({ body: joinBytes([0x1f, 0x8b, 8, 0]), headers: { 'content-encoding': 'gzip' } }),
  unknownEncoding: () => ({ body: '{}', headers: { 'content-encoding': '__proto__' } }),
}
