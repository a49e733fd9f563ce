// Renders a Helm chart with the parts of Helm's own engine: Go's text/template, the functions of Sprig, and sigs.k8s.io/yaml. It does what
// pkg/engine of Helm 3 does for a chart without dependencies, and prints what `helm template` prints. Of .Files it only has Get.
//
//	render CHART VALUES RELEASE NAMESPACE
//
// VALUES is a file of all values, including those of the chart. NOTES.txt is rendered but not printed, so that its errors are detected.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

// Endless recursion of a template would cause a stack overflow, from which Go cannot recover.
const maxIncludes = 1000

// Files that contain only definitions, which Helm does not print.
const partialPrefix = "_"

// The output must not depend on the environment variables of this process.
var removedFunctions = []string{"env", "expandenv"}

type apiVersions []string

func (versions apiVersions) Has(version string) bool {
	for _, each := range versions {
		if each == version {
			return true
		}
	}
	return false
}

type kubeVersion struct{ Version, Major, Minor string }

func (version kubeVersion) String() string { return version.Version }

// The files of a chart that are not templates. Links are followed, as in Helm.
type files struct{ folder string }

// Files that Helm reads itself and does not make available to templates.
var ownFiles = regexp.MustCompile(`^(templates/|Chart\.yaml$|Chart\.lock$|values\.yaml$|values\.schema\.json$|\.helmignore$)`)

// As in Helm, the text is empty if there is no such file.
func (files files) Get(name string) string {
	if ownFiles.MatchString(name) || filepath.IsAbs(name) || strings.Contains(name, "..") {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(files.folder, name))
	if err != nil {
		return ""
	}
	return string(text)
}

func main() {
	if len(os.Args) != 5 {
		fail(errors.New("render CHART VALUES RELEASE NAMESPACE"))
	}
	folder, release, namespace := os.Args[1], os.Args[3], os.Args[4]
	chart := readYaml(filepath.Join(folder, "Chart.yaml"))
	name, _ := chart["name"].(string)
	sources := readTemplates(folder, name)
	root := parse(sources)

	paths := make([]string, 0, len(sources))
	for path := range sources {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		if strings.HasPrefix(filepath.Base(path), partialPrefix) {
			continue
		}
		data := object{
			"Values": readYaml(os.Args[2]),
			"Chart":  chartFields(chart),
			"Release": object{
				"Name": release, "Namespace": namespace, "Service": "Helm", "Revision": 1, "IsInstall": true, "IsUpgrade": false,
			},
			"Capabilities": object{
				"KubeVersion": kubeVersion{"v1.33.0", "1", "33"},
				"APIVersions": apiVersions{"v1", "apps/v1", "autoscaling/v2", "batch/v1", "networking.k8s.io/v1", "policy/v1"},
			},
			"Files":    files{folder},
			"Template": object{"Name": path, "BasePath": name + "/templates"},
		}
		text := execute(root, path, data)
		if strings.HasSuffix(path, "NOTES.txt") || strings.TrimSpace(text) == "" {
			continue
		}
		for _, document := range regexp.MustCompile(`(?m)^---\s*$`).Split(text, -1) {
			if strings.TrimSpace(document) != "" {
				fmt.Printf("---\n# Source: %s\n%s\n", path, strings.TrimSpace(document))
			}
		}
	}
}

func parse(sources map[string]string) *template.Template {
	// As in Helm, a missing value is nil and not an error, unless `required` is used.
	root := template.New("gotpl").Option("missingkey=zero")
	root.Funcs(functions(root))
	for path, source := range sources {
		if _, err := root.New(path).Parse(source); err != nil {
			fail(err)
		}
	}
	return root
}

func execute(root *template.Template, path string, data object) string {
	var text strings.Builder
	if err := root.ExecuteTemplate(&text, path, data); err != nil {
		fail(err)
	}
	// Go's text for a missing value, which it writes although the option is set.
	return strings.ReplaceAll(text.String(), "<no value>", "")
}

// Functions that Helm adds to Sprig's.
func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	for _, name := range removedFunctions {
		delete(all, name)
	}
	included := map[string]int{}
	all["include"] = func(name string, data interface{}) (string, error) {
		if included[name] > maxIncludes {
			return "", fmt.Errorf("%s includes itself", name)
		}
		included[name]++
		defer func() { included[name]-- }()
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all["tpl"] = func(source string, data interface{}) (string, error) {
		clone, err := root.Clone()
		if err != nil {
			return "", err
		}
		parsed, err := clone.New("tpl").Parse(source)
		if err != nil {
			return "", err
		}
		var text strings.Builder
		err = parsed.Execute(&text, data)
		return strings.ReplaceAll(text.String(), "<no value>", ""), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if text, isText := value.(string); value == nil || (isText && text == "") {
			return value, errors.New(message)
		}
		return value, nil
	}
	all["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	// There is no cluster to query, as with `helm template`.
	all["lookup"] = func(string, string, string, string) object { return object{} }
	all["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	all["fromYaml"] = func(text string) object {
		value := object{}
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			value["Error"] = err.Error()
		}
		return value
	}
	all["toJson"] = func(value interface{}) string {
		text, err := json.Marshal(value)
		if err != nil {
			return ""
		}
		return string(text)
	}
	return all
}

// In Helm, the fields of Chart.yaml belong to a Go structure, so their names start with a capital letter.
func chartFields(chart object) object {
	fields := object{"IsRoot": true}
	for name, value := range chart {
		fields[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return fields
}

func readTemplates(folder, name string) map[string]string {
	sources := map[string]string{}
	base := filepath.Join(folder, "templates")
	err := filepath.Walk(base, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		inside, _ := filepath.Rel(folder, path)
		sources[name+"/"+filepath.ToSlash(inside)] = string(text)
		return err
	})
	if err != nil {
		fail(err)
	}
	return sources
}

func readYaml(path string) object {
	text, err := os.ReadFile(path)
	if err != nil {
		fail(err)
	}
	value := object{}
	if err := yaml.Unmarshal(text, &value); err != nil {
		fail(fmt.Errorf("%s: %w", path, err))
	}
	return value
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "Error:", err)
	os.Exit(1)
}
