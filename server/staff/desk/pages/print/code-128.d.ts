// The encoder of JsBarcode alone: its drawing, and all other codes, would be three times as much.
declare module 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js' {
  type Encoder = new (text: string, options: object) => { encode(): { data: string } };
  const encoder: { default: Encoder };
  export default encoder;
}
