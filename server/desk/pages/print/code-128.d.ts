// The encoder of JsBarcode alone: its drawing, and all other codes, would be three times as much.
declare module 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js' {
  const Encoder: new (text: string, options: object) => { encode(): { data: string } };
  export default Encoder;
}
