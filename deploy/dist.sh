# What images and Debian packages are made of: they source it, in the root of the repository, with the module's name. It
# sets `program`, `version`, and `dist`, a folder with the program, its runtime, AOT cache and list of parts, which it
# builds where it is missing.
program=gpu-$module
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
dist=$module/target/dist
if [ ! -x "$dist/runtime/bin/java" ] || [ ! -f "$dist/lib/$program.aot" ] || [ ! -f "$dist/sbom.json" ]; then
    echo "building ..."
    mvn -B -q -Pruntime package -DskipTests
fi
